import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { traceSettingsFrom, writeTrace } from '../../../src/bank/reports/trace/write-trace.ts'
import { endSetUp } from '../../../src/testing/story/last-facts.ts'
import { storyOf } from '../../../src/testing/story/story.ts'
import { endPassed, putBelow, tellFailure } from '../../../src/testing/story/tell-failure.ts'
import { initOf } from '../../support/calls.ts'
import { looseEndsOf } from '../../support/loose-ends.ts'
import { pushOf } from '../../support/requests.ts'
import { folderOfFile } from '../../support/temporary-folder.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

const root = folderOfFile()
afterEach(() => vi.unstubAllEnvs())

/** A bank whose trace is a short one: the page itself is tested elsewhere. */
const traced = (bank: Bank, trace: (options: object) => Promise<string> = async () => '<html>'): Bank =>
  Object.assign(bank, { trace })

const folderOf = (name: string) => join(root, name)
const test = { file: 'test/pay.test.ts', name: 'invoices > is paid' }

it('shows the last lines of the timeline and the findings of conduct below a message [§1]', async () => {
  const bank = createBank()
  const token = bank.tokens.issue().access_token
  bank.wires.create(outboundWire(bank))
  const body = JSON.stringify({ ...outboundWire(bank), amount: 100.5 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })

  const story = storyOf(bank, 'expected 1 to be 2')

  expect(story).toMatch(/^What happened last \(bank\.timeline\(\) has all\):\nMonday 2026-03-02\n/)
  expect(story).toContain('\n\nAgainst the specification (bank.conduct() has all):\n- ')
})

it('does not repeat what the message already says [§1]', () => {
  const bank = createBank()

  expect(storyOf(bank, 'expected 1 to be 2')).toBe('Nothing has happened in this bank yet.')
  expect(storyOf(bank, 'No such wire.\n\nNothing has happened in this bank yet.')).toBe('')
})

it('leaves out the set-up, and says if the test itself has done nothing [§1]', () => {
  const bank = createBank()
  bank.accounts.open({ title: 'Payroll' })
  endSetUp(bank)
  const idle = storyOf(bank, 'expected 1 to be 2')
  bank.accounts.open({ title: 'Taxes' })

  const story = storyOf(bank, 'expected 1 to be 2')
  bank.reset()
  bank.accounts.open({ title: 'Anew' })

  expect(idle).toBe('Nothing has happened since the set-up (bank.timeline() has all).')
  expect(story).toMatch(/^What happened since the set-up \(bank\.timeline\(\) has all\):\nMonday 2026-03-02\n/)
  expect(story).toContain('Taxes')
  expect(story).not.toContain('Payroll')
  expect(storyOf(bank, 'expected 1 to be 2')).toMatch(/^What happened last .*\n.*\n.*Anew/)
})

it('shows the keys of payments, which distinguish a repeat from a second payment [§4]', async () => {
  const bank = createBank()
  const token = bank.tokens.issue().access_token
  const body = { ...outboundWire(bank), clientIdentifier: 'order-1' }
  for (const key of ['a', 'b', 'b'])
    await bank.fetch(
      `${bank.urls.baseUrl}/wires/v1/payments`,
      initOf('POST', { token, body, headers: { 'idempotency-key': key } }),
    )

  const story = storyOf(bank, 'expected 1 to be 2')

  expect(story.match(/payments .*clientIdentifier "order-1" {2}\d+/g)?.map((line) => line.split('  ')[1])).toEqual([
    'key "a"',
    'key "b"',
    'key "b"',
  ])
})

it('lists at most three loose ends, with all pushes in one line [§1]', () => {
  const bank = createBank()
  const callbackUrl = 'https://partner.example/hooks'
  bank.webhooks.register({ ...pushOf('Wire.Payment.Received', bank.partner.id), callbackUrl })
  bank.webhooks.connect(callbackUrl, () => new Response())
  bank.webhooks.connect('https://partner.example/hook', () => new Response())
  bank.wires.simulateInbound(inboundWire(bank))
  const one = storyOf(bank, 'expected 1 to be 2')
  bank.wires.simulateInbound(inboundWire(bank))
  bank.faults.inject('lostAnswer', { endpoint: 'createWire' })

  const story = storyOf(bank, 'expected 1 to be 2')
  bank.faults.inject('lostAnswer', { endpoint: 'getWire' })

  expect(one).toMatch(/\n- the push of Wire\.Payment\.Received .* was never delivered\. Await bank\.settled\(\)/)
  expect(story.split('\n\n').at(-1)).toBe(
    [
      'Left behind when the test failed:',
      '- a handler is connected to https://partner.example/hook, and the registrations are for https://partner.example/hooks. Connect it to the callbackUrl that is registered.',
      '- the fault "lostAnswer" of createWire never took effect: createWire was never called. Let the code under test make the call after the fault is injected.',
      '- 2 pushes to connected handlers wait. Await bank.settled() or bank.clock.advanceAsync().',
    ].join('\n'),
  )
  expect(storyOf(bank, 'expected 1 to be 2')).toMatch(/\n- and 1 more$/)
  expect(storyOf(bank, 'no', { undelivered: true, unstruckFaults: true })).not.toContain('Left behind')
})

it('does not list a loose end that fails the test itself [§1]', () => {
  const bank = createBank()
  bank.webhooks.connect('https://partner.example/hook', () => new Response())

  expect(storyOf(bank, looseEndsOf(bank, {}).join('\n'))).not.toContain('Left behind')
})

it('writes the trace into the folder, with the test as its title and the failure as its problem [§1]', async () => {
  const bank = traced(createBank(), async (options) => JSON.stringify(options))

  const failure = { message: 'expected 1 to be 2' }

  const path = await tellFailure({ bank, test, trace: { folder: folderOf('written') }, looseEnds: {} }, failure)

  expect(readdirSync(folderOf('written'))).toEqual([
    'index.html',
    expect.stringMatching(/^pay-test-ts-invoices-is-paid-[0-9a-f]{8}\.html$/),
  ])
  expect(JSON.parse(readFileSync(path as string, 'utf8'))).toEqual({
    title: 'invoices > is paid',
    problem: 'expected 1 to be 2',
    place: 'test/pay.test.ts',
  })
  expect(failure.message).toMatch(/\n\nTrace: .*\.html\n$/)
})

it('names the file of the test, and the line that failed [§1]', async () => {
  const folder = folderOf('line')
  const bank = traced(createBank(), async (options) => JSON.stringify(options))
  const stack = 'Error: no\n    at toBe (node_modules/expect.js:1:1)\n    at pays (/project/test/pay.test.ts:27:5)'

  const path = await tellFailure({ bank, test, trace: { folder }, looseEnds: {} }, { message: 'no', stack })

  expect(JSON.parse(readFileSync(path as string, 'utf8'))).toMatchObject({ place: 'test/pay.test.ts:27' })
})

it('lists the traces of a folder in an index, with reasons, until their tests pass [§1]', async () => {
  const folder = folderOf('index')
  const pageOf = (title: string) => async () =>
    `<title>${title}</title><meta name="description" content="pay.test.ts:27: expected 1 to be 2">`
  const tests = ['is paid', 'is refused'].map((name) => ({ file: 'pay.test.ts', name }))
  for (const each of tests) await writeTrace(pageOf(each.name), each, folder)
  const both = readFileSync(join(folder, 'index.html'), 'utf8')
  // A later run, in a process of its own.
  vi.resetModules()
  const later = await import('../../../src/bank/reports/trace/write-trace.ts')
  later.removeOldTraces(tests[0]!, folder)

  const [one] = readdirSync(folder).filter((name) => name !== 'index.html')
  expect(both).toMatch(/">is paid<[\s\S]*pay\.test\.ts:27: expected 1 to be 2[\s\S]*">is refused</)
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(`<a href="${one}">is refused</a>`)
})

it('gives tests with hostile, long and equal names separate files [§1]', async () => {
  const folder = folderOf('names')
  const names = [
    '../../etc/passwd',
    'CON',
    'a/b\\c:d*e?"<>|',
    '…',
    'Zażółć 測試',
    'x'.repeat(5_000),
    'twice',
    'twice',
    '',
  ]
  for (const name of names) await writeTrace(async () => '<html>', { file: 'C:\\work\\pay.test.ts', name }, folder)

  const written = readdirSync(folder).filter((name) => name !== 'index.html')

  expect(written).toHaveLength(names.length)
  expect(written.filter((name) => !/^[a-z0-9-]{1,120}\.html$/.test(name))).toEqual([])
})

it('says in one line why a trace could not be written [§1]', async () => {
  writeFileSync(folderOf('a-file'), '')
  const defective = traced(createBank(), () => Promise.reject(new Error('the ledger sums to 1')))

  const [failure, ofDefect] = [{ message: 'no' }, { message: 'no' }]
  const folder = folderOf('a-file/below')
  await tellFailure({ bank: traced(createBank()), test, trace: { folder }, looseEnds: {} }, failure)
  await tellFailure({ bank: defective, test, trace: { folder: folderOf('defect') }, looseEnds: {} }, ofDefect)

  expect(failure.message).toMatch(/\n\nNo trace was written: .*ENOTDIR|EEXIST/)
  expect(ofDefect.message).toMatch(/\n\nNo trace was written: the ledger sums to 1\n$/)
})

it('writes no trace if traces are off, and one for each test if all are requested [§1]', async () => {
  vi.stubEnv('VOSTRO_TRACE_FOLDER', folderOf('env'))
  vi.stubEnv('VOSTRO_TRACE', 'off')
  const told = { bank: traced(createBank()), test, trace: {}, looseEnds: {} }
  const failure = { message: 'no' }
  const off = await tellFailure(told, failure)
  vi.stubEnv('VOSTRO_TRACE', '')
  const failed = await endPassed(told)
  vi.stubEnv('VOSTRO_TRACE', 'all')
  const all = await endPassed({ ...told, trace: { when: 'off' } })

  expect(off).toBe(undefined)
  expect(failure.message).toBe('no\n\nNothing has happened in this bank yet.\n')
  expect(failed).toBe(undefined)
  expect(all).toMatch(/env.pay-test-ts-invoices-is-paid-[0-9a-f]{8}(-\d)?\.html$/)
  expect(readdirSync(folderOf('env'))).toHaveLength(2)
})

it('names the nearest value for a mistyped VOSTRO_TRACE, and the nearest option [§1]', () => {
  vi.stubEnv('VOSTRO_TRACE', 'faild')

  expect(() => traceSettingsFrom()).toThrow(
    'Failed to set up the trace: VOSTRO_TRACE is "faild", but must be "off", "failed" or "all".',
  )
  expect(() => traceSettingsFrom({ foldr: '' } as object)).toThrow('foldr: unknown option; did you mean "folder"?')
})

it('puts the story below the message of an error, and leaves its frames as they are [§1]', () => {
  const error = new TypeError('no such thing')
  const frames = (error.stack as string).split('\n').filter((line) => /^\s+at /.test(line))

  putBelow(error, 'What happened last')

  expect(error.message).toBe('no such thing\n\nWhat happened last\n')
  expect(error.stack).toMatch(/^TypeError: no such thing\n\nWhat happened last\n/)
  expect((error.stack as string).split('\n').filter((line) => /^\s+at /.test(line))).toEqual(frames)
})

it('puts the story below plain data, and does not change frozen objects [§1]', () => {
  const data = { message: '', stack: 'Error: STACK_TRACE_ERROR\n    at run (a.js:1:1)' }
  const frozen = Object.freeze(new Error('as it is'))

  putBelow(data, 'What happened last')
  putBelow(frozen, 'What happened last')

  expect(data.stack).toBe('Error: STACK_TRACE_ERROR\n\nWhat happened last\n\n    at run (a.js:1:1)')
  expect(frozen.message).toBe('as it is')
})
