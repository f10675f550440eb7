/** Folders that are removed when their test, or the tests of their file, have ended. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Makes a folder of a test; `atEnd: afterAll` makes one of a file. Its path has no links: programs print it as it is. */
export function temporaryFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'vostro-test-')))
  atEnd(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Makes a folder for all tests of a file. */
export const folderOfFile = (): string => temporaryFolder(afterAll)
