/** A name in a folder is on disk when the folder is: a file that was made or renamed is else gone after a power failure. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Has the disk keep the name of a file. */
export function syncFolderOf(path: string): void {
  // There a folder cannot be opened, and the system keeps names by itself.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
