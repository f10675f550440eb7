/** `vostro replay`, `trace` and `openapi`, help and mistakes: what is done without a port. (§3) */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { commands } from '../../src/cli/commands.ts'
import { helpOf, overview } from '../../src/cli/help.ts'
import { clientOf, control } from '../support/served-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runVostro, serveVostro } from '../support/vostro-process.ts'
import { outboundWire } from '../support/wire.ts'

it('shows the timeline of a state file while it grows, and of a bank that a client opened [§3]', async () => {
  const state = join(temporaryFolder(), 'bank.state')
  const served = await serveVostro(['--state', state])
  const opened = (await control(served, 'POST', '/banks')) as typeof served & { id: string }
  await (await clientOf(served)).pay()
  await control(opened, 'POST', '/clock/advance', { hours: 1 })

  const first = await runVostro(['replay', state])
  const other = await runVostro(['replay', state, '--bank', opened.id, '--last=0'])

  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^Monday 2026-03-02\n/)
  expect(first.stdout).toContain('100.00')
  expect(other.code).toBe(0)
  expect(other.stdout).not.toContain('100.00')
})

it('shows the timeline of a journal as JSON, as the bank itself tells it [§3]', async () => {
  const path = join(temporaryFolder(), 'journal.json')
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))
  bank.clock.advanceToNextBatch()
  writeFileSync(path, JSON.stringify(bank.journal))

  const { code, stdout } = await runVostro(['replay', path, '--as=mermaid'])

  expect(code).toBe(0)
  expect(stdout.trimEnd()).toBe(bank.timeline({ as: 'mermaid' }))
})

it('writes the page of a journal to a file [§3]', async () => {
  const path = join(temporaryFolder(), 'journal.json')
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))
  writeFileSync(path, JSON.stringify(bank.journal))

  const { code } = await runVostro(['trace', path, '--title=pays once', '--out', `${path}.html`])

  expect(code).toBe(0)
  expect(readFileSync(`${path}.html`, 'utf8')).toMatch(/^<!doctype html>[\s\S]*pays once/i)
})

it('gives the trace as JSON for machines [§3]', async () => {
  const path = join(temporaryFolder(), 'journal.json')
  const bank = createBank({ seed: 7 })
  bank.wires.create(outboundWire(bank))
  writeFileSync(path, JSON.stringify(bank.journal))

  const { code, stdout } = await runVostro(['trace', path, '--json'])

  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ form: 'vostro-trace-1', banks: [{ seed: 7 }] })
})

it('writes the contract as a document of OpenAPI [§4]', async () => {
  const { code, stdout } = await runVostro(['openapi', '--only=specified', '--base-url=https://bank.test/api'])

  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    openapi: '3.1.0',
    servers: expect.arrayContaining([expect.objectContaining({ url: 'https://bank.test/api' })]),
  })
})

it('helps with each command and names the nearest of what there is not [§4]', async () => {
  const [overview, help, version, unknown, missing] = await Promise.all([
    runVostro(['--help']),
    runVostro(['replay', '--help']),
    runVostro(['--version']),
    runVostro(['serv']),
    runVostro(['trace']),
  ])

  expect(overview.stdout).toContain('replay FILE')
  expect(overview.stdout).toContain('--control-token=TOKEN')
  expect(help.stdout).toContain('--last=N')
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('serv: is no command; the nearest is "serve"'),
  })
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('FILE: is missing') })
})

it.each(commands)('fits the help of $name into a terminal of 80 columns [§4]', (command) => {
  const lines = [...overview().split('\n'), ...helpOf(command).split('\n')]

  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

it('ends with 1 where what it makes cannot be written [§3]', async () => {
  const stdoutFile = join(temporaryFolder(), 'openapi.json')

  const { code, stderr } = await runVostro(['openapi'], { stdoutFile, mostKilobytes: 8 })

  expect(code).toBe(1)
  expect(stderr).toContain('EFBIG')
})

it('says that a folder is no file [§3]', async () => {
  const path = temporaryFolder()

  expect(await runVostro(['replay', path])).toMatchObject({
    code: 1,
    stderr: `Failed to read "${path}": EISDIR: illegal operation on a directory, read. Give a file of --state, or bank.journal as JSON.\n`,
  })
})

it('says what is wrong with a file that is none [§3]', async () => {
  const path = join(temporaryFolder(), 'nothing.txt')
  writeFileSync(path, 'nothing of the kind')

  const { code, stderr } = await runVostro(['replay', path])

  expect(code).toBe(1)
  expect(stderr).toBe(
    `Failed to read "${path}": it is neither a state file nor JSON. Give a file of --state, or bank.journal as JSON.\n`,
  )
})

it('says of a file that is not there that it is not, and what to give [§3]', async () => {
  const path = join(temporaryFolder(), 'nowhere.state')

  const { code, stderr } = await runVostro(['trace', path])

  expect(code).toBe(1)
  expect(stderr).toContain(`Failed to read "${path}": ENOENT: no such file or directory`)
  expect(stderr).toContain('Give a file of --state, or bank.journal as JSON.')
})
