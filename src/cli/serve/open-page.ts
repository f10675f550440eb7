/** Opens a page in the browser of this machine. */
import { spawn } from 'node:child_process'
import type { Terminal } from '../command.ts'

/** The program that opens an address on each platform, with the arguments that come before the address. */
const programs: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** If no browser opens, the terminal says so, and the server goes on. */
export function openPage(url: string, { stderr: log }: Terminal): void {
  const [program, ...words] = programs[process.platform] ?? ['xdg-open']
  const failed = (fact: string) => log(`Failed to open "${url}": ${fact}. Open it in a browser by hand.`)
  const child = spawn(program, [...words, url], { stdio: 'ignore', detached: true })
  child.once('error', ({ message }) => failed(message))
  child.once('exit', (code) => code === 0 || failed(`${program} ended with ${code}`))
  child.unref()
}
