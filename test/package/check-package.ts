/**
 * Uses the package as a user does: packs it, installs the tarball in an empty folder outside the repository, and loads it as
 * ESM and as CommonJS; first without msw and fast-check, then with them. And an error that nobody catches is told in a few lines.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'vostro-package-'))
const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const oneWire = `
  const bank = createBank({ seed: 7 })
  const wire = bank.wires.create({
    accountNumber: bank.masterAccount.accountNumber, businessFunctionCode: 'CTR', receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' }, amount: 10000,
  })
  bank.clock.advanceToNextBatch()
  if (bank.wires.get(wire.id).status !== 'Completed') throw new Error('the wire did not complete')
  if (!isUsageError(thrownBy(() => bank.clock.advanceTo('2020-01-01T00:00:00Z')))) throw new Error('no UsageError')
  function thrownBy(run) { try { run() } catch (error) { return error } }
`
const oneAnswer = `
  const server = setupServer(...bankHandlers(createBank()))
  server.listen({ onUnhandledRequest: 'error' })
  fetch('https://auth.bank.test/.well-known/openid-configuration').then(async (response) => {
    if ((await response.json()).issuer !== 'https://auth.bank.test') throw new Error('no discovery document')
    server.close()
  })
`

/** What Node prints of an error that nobody catches: the line that threw, the message, and the stack. */
const UNCAUGHT = { lines: 30, characters: 3_000, lineThatThrew: 160 }

/** Fails where an uncaught error of a plain script does not say what is wrong on the first screen. */
function expectShort(type: 'module' | 'commonjs', load: string, mistake: string, name: string, message: string): void {
  const words = [`--input-type=${type}`, '-e', `${load}\n${mistake}`]
  const { status, stderr } = spawnSync('node', words, { cwd: folder, encoding: 'utf8' })
  const lines = stderr.split('\n')
  const isShort = stderr.length < UNCAUGHT.characters && lines.length < UNCAUGHT.lines
  const isReadable = lines.slice(0, 4).every((line) => line.length < UNCAUGHT.lineThatThrew)
  // In CommonJS too, a class keeps its name.
  if (status === 1 && isShort && isReadable && stderr.includes(`\n${name}: ${message}`)) return
  throw new Error(`An uncaught ${name} (${type}) must be told in a few lines, beginning with "${message}":\n${stderr}`)
}

const oneProperty = `
  fc.assert(fc.property(wireRequests(createBank()), (request) => createBank().wires.create(request).status === 'Created'), { numRuns: 20, seed: 7 })
`

try {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' }),
  ) as [{ filename: string }]
  writeFileSync(join(folder, 'package.json'), '{ "name": "a-partner", "private": true }')
  run('npm', 'install', '--no-audit', '--no-fund', '--omit=peer', `./${filename}`)
  run('node', '--input-type=module', '-e', `import { createBank, isUsageError } from 'vostro'\n${oneWire}`)
  run('node', '--input-type=commonjs', '-e', `const { createBank, isUsageError } = require('vostro')\n${oneWire}`)

  for (const [type, load] of [
    ['module', "import { createBank } from 'vostro'"],
    ['commonjs', "const { createBank } = require('vostro')"],
  ] as const) {
    const [unknownWire, mistyped] = ['createBank().wires.get("nobody")', 'createBank({ sede: 7 })']
    expectShort(type, load, unknownWire, 'RejectionError', 'Failed to read the wire "nobody": ')
    expectShort(type, load, mistyped, 'UsageError', 'Failed to create a bank: ')
  }

  // An ESM bank must work with CommonJS handlers too: each format has its own copy of every class.
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { msw: string; 'fast-check': string }
  }
  const peers = [`msw@${devDependencies.msw}`, `fast-check@${devDependencies['fast-check']}`]
  run('npm', 'install', '--no-audit', '--no-fund', ...peers)
  const esm = "import { createBank } from 'vostro'; import { setupServer } from 'msw/node';"
  run('node', '--input-type=module', '-e', `${esm} import { bankHandlers } from 'vostro/msw'\n${oneAnswer}`)
  run(
    'node',
    '--input-type=module',
    '-e',
    `${esm} import { createRequire } from 'node:module'
    const { bankHandlers } = createRequire(import.meta.url)('vostro/msw')\n${oneAnswer}`,
  )
  run(
    'node',
    '--input-type=commonjs',
    '-e',
    `const { createBank } = require('vostro'); const { setupServer } = require('msw/node')
    const { bankHandlers } = require('vostro/msw')\n${oneAnswer}`,
  )
  run(
    'node',
    '--input-type=module',
    '-e',
    `import * as fc from 'fast-check'; import { createBank } from 'vostro'
    import { wireRequests } from 'vostro/fast-check'\n${oneProperty}`,
  )
  run(
    'node',
    '--input-type=commonjs',
    '-e',
    `const fc = require('fast-check'); const { createBank } = require('vostro')
    const { wireRequests } = require('vostro/fast-check')\n${oneProperty}`,
  )
  process.stdout.write('The packed tarball loads as ESM and as CommonJS, without msw and fast-check and with them.\n')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
