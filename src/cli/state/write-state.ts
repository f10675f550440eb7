/** Writes a state file: texts at their places, and a whole file anew beside the present one. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Write } from './recorded-banks.ts'
import { firstLine, KEPT_PLACE, keptText, textOfLine } from './state-lines.ts'

/** Writes bytes, as `writeSync` of Node does. */
export type WriteBytes = (file: number, bytes: Uint8Array, from: number, length: number, place: number) => number

export const writeBytesSync: WriteBytes = (...given) => writeSync(...given)

/** The path of an unfinished file, which is of no use once its process has ended. */
export const draftOf = (path: string): string => `${path}.next`

/** Writes a file beside the one at `path`, puts it on disk, and then in place of that one. */
export function writeAnew(path: string, records: (write: Write) => void, writeBytes: WriteBytes) {
  const draft = draftOf(path)
  const file = openSync(draft, 'wx', 0o600)
  try {
    let [lines, size] = [1, writeText(file, firstLine(), 0, writeBytes)]
    records((kind, bank, body) => {
      size += writeText(file, textOfLine(++lines, kind, bank, body), size, writeBytes)
    })
    writeText(file, keptText(size), KEPT_PLACE, writeBytes)
    fsyncSync(file)
    renameSync(draft, path)
    syncFolderOf(path)
    return { file, lines, size }
  } catch (error) {
    closeSync(file)
    rmSync(draft, { force: true })
    throw error
  }
}

/** @returns the number of bytes */
export function writeText(file: number, text: string, place: number, writeBytes: WriteBytes): number {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) {
    done += writeBytes(file, bytes, done, bytes.length - done, place + done)
  }
  return bytes.length
}

/** Puts the folder of a file on disk: otherwise a power failure may undo that the file was made or renamed. */
function syncFolderOf(path: string): void {
  // Windows cannot open a folder, and puts names on disk by itself.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
