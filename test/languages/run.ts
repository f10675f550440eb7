/**
 * The page of other languages, pasted and run: `npx tsx test/languages/run.ts`, after `npm run build`. One process of the built package is
 * the bank of all. What is not on this machine is said to be missing.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A section of the page, the program that it cannot do without, and the commands that run it, each with what it must print. */
const recipes = [
  { page: 'A shell', needs: 'curl', commands: ['sh pay-invoice.sh'], prints: /^Completed$/m },
  { page: 'Python', needs: 'python3', commands: ['python3 -m unittest 2>&1'], prints: /^OK$/m },
  { page: 'Ruby', needs: 'ruby', commands: ['ruby pay_invoice_test.rb'], prints: /is Completed/ },
  { page: 'Go', needs: 'go', commands: ['go mod init invoices 2>&1', 'go test'], prints: /^ok\s/m },
  {
    page: 'Java',
    needs: 'javac',
    commands: ['javac Bank.java PayInvoiceTest.java', 'java PayInvoiceTest'],
    prints: /is Completed/,
  },
] as const

/** A client is this long at most. */
const LONGEST = 30

const scratch = mkdtempSync(join(tmpdir(), 'vostro-languages-'))
// As in a container, the control API needs a token.
const VOSTRO_CONTROL_TOKEN = 'of-this-test'
const server = spawn(process.execPath, ['dist/cli/vostro.js', 'serve', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, VOSTRO_CONTROL_TOKEN },
})
try {
  const url = await originOf(server)
  for (const recipe of recipes) process.stdout.write(`${recipe.page}: ${play(recipe, url)}\n`)
} finally {
  server.kill()
  rmSync(scratch, { recursive: true, force: true })
}

async function originOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('Failed to start the bank: it has no output.')
  const [line] = (await once(createInterface(stdout), 'line')) as [string]
  return (JSON.parse(line) as { origin: string }).origin
}

function play({ page, needs, commands, prints }: (typeof recipes)[number], url: string): string {
  if (!isHere(needs)) return `missing: there is no ${needs} on this machine`
  const folder = join(scratch, page)
  mkdirSync(folder)
  const [client] = filesOf(page).map(({ name, text }) => {
    writeFileSync(join(folder, name), text)
    return text.trimEnd().split('\n').length
  })
  if (client === undefined || client > LONGEST)
    throw new Error(`The client of ${page} has ${client} lines, over ${LONGEST}.`)
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, VOSTRO_URL: url, VOSTRO_CONTROL_TOKEN },
      encoding: 'utf8',
    })
  const said = commands.map(run).join('')
  if (!prints.test(said)) throw new Error(`The recipe of ${page} printed:\n${said}`)
  return `passed, its client has ${client} lines`
}

function isHere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

/** The text below one heading of the page. */
function sectionOf(text: string, title: string): string {
  const [, section] = text.split(`\n## ${title}\n`)
  if (section === undefined)
    throw new Error(`Failed to find "${title}": docs/recipes/languages.md has no such section.`)
  return section.split('\n## ')[0] ?? ''
}

/** The files of a section: each block whose first line names one. */
function filesOf(page: string): { name: string; text: string }[] {
  const text = sectionOf(readFileSync('docs/recipes/languages.md', 'utf8'), page)
  return [...text.matchAll(/```\w+\n(?:\/\/|#) (\S+\.\w+)\n([\s\S]*?)```/g)].map(([, name = '', body = '']) => ({
    name,
    text: body,
  }))
}
