/** Opens a page in the browser of this machine, as its system does it. */
import { spawn } from 'node:child_process'
import type { Terminal } from '../command.ts'

/** By the name of the platform: the program, and what stands before the address. */
const programs: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** The server goes on whatever becomes of it: where no browser opens, the terminal says so. */
export function openPage(url: string, { stderr: log }: Terminal): void {
  const [program, ...words] = programs[process.platform] ?? ['xdg-open']
  const failed = (fact: string) => log(`Failed to open "${url}": ${fact}. Open it in a browser by hand. (§4)`)
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
  child.once('error', ({ message }) => failed(message))
  child.once('exit', (code) => code === 0 || failed(`${program} ended with ${code}`))
  child.unref()
}
