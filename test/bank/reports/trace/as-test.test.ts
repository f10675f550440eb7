import { expect, it } from 'vitest'
import * as vostro from 'vostro'
import { createBank } from 'vostro'
import { explore, type Scene } from 'vostro/explore'
import { testTextOf } from '../../../../src/bank/reports/trace/page/as-test.ts'
import { runSnippet } from '../../../docs/run-snippet.ts'
import { dataIn } from './data-in.ts'
import { eventfulBank } from './story.ts'

/** Runs the test that a trace writes; gives its text, what it printed, and its failure. */
async function copied(bank: vostro.Bank, options: Parameters<vostro.Bank['trace']>[0] = {}) {
  const data = dataIn(await bank.trace(options))
  const text = testTextOf(data.banks[0]!, data)
  const banks: vostro.Bank[] = []
  const create: typeof createBank = (...given) => {
    const made = createBank(...given)
    banks.push(made)
    return made
  }
  const failure = await runSnippet(text, { files: { vostro: { ...vostro, createBank: create } } }).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { text, failure, timeline: banks[0]?.timeline(), settings: banks[0]?.world.settings }
}

it('writes a test of readable lines that runs without changes and has the same timeline [§3]', async () => {
  const bank = await eventfulBank({ isStruck: true })

  const { text, failure, timeline } = await copied(bank, { title: `pays "once" '</script>` })

  expect(failure).toBeUndefined()
  expect(timeline).toBe(bank.timeline())
  expect(text).toContain("\n  bank.desk.hold('")
  expect(text).toContain("\n  bank.clock.advanceTo('2026-03-02T09:10:00.000-05:00')\n  await bank.fetch('https://")
})

it('ends with the failure, as the test did [§3]', async () => {
  const bank = createBank()
  bank.clock.advance({ minutes: 1 })

  const { text, failure } = await copied(bank, { problem: "the status isn't Completed", place: 'pay.test.ts:27' })

  expect(text).toContain('  // What failed at pay.test.ts:27: assert it here.\n')
  expect(failure).toContain("the status isn't Completed")
})

it('ends with the status of each payment, and imports only what it uses [§3]', async () => {
  const bank = createBank()
  const [sent, held] = [1, 2].map((amount) => bank.wires.create(bank.wires.plausible({ amount })).id)
  bank.desk.hold(held!)
  bank.clock.advanceToNextBatch()

  const { text, failure } = await copied(bank)

  expect(failure).toBeUndefined()
  expect(text).toContain(
    `  expect(bank.explain('${sent}').status).toBe('Completed')\n  expect(bank.explain('${held}').status).toBe('Hold')\n})`,
  )
  expect((await copied(createBank())).text).toMatch(/^import \{ test \} from 'vitest'\n/)
})

it('says which calls a fault does not strike [§7]', async () => {
  const bank = createBank()
  bank.faults.inject('lostAnswer')

  const { text } = await copied(bank)

  expect(text).toContain(
    "  // A fault of requests strikes bank.fetch(), and no call such as bank.wires.create().\n  bank.faults.inject('lostAnswer')",
  )
})

it('writes each kind of call with the arguments that its function takes [§3]', async () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.subledgers.rename(bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'A' }).accountNumber, 'B')
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Check' })
  bank.restrictions.update(restriction.id, { notes: 'until May' })
  bank.desk.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Check' })
  bank.desk.policies.set(bank.partner.productId, [])
  bank.holds.update(bank.holds.place({ accountNumber, amount: 500 }).id, { amount: 600 })
  bank.wires.expect({ amount: 7 }, { nth: 2 }).toEnd('Rejected', { postingCode: 'NSF' })
  bank.desk.reject(bank.wires.simulateInbound(bank.wires.plausibleInbound()).id, 'unknown sender')
  bank.faults.inject('lostAnswer', { endpoint: 'createWire', nth: 1 })
  bank.faults.clear()
  bank.outbox.hold()
  bank.outbox.resume()
  bank.loans.update(bank.loans.add({ Status: 'Received' }).Id, { Term: 24 })
  bank.tokens.revoke(bank.tokens.issue().access_token)
  bank.accounts.setStatus(accountNumber, 'Dormant')

  const { failure, timeline } = await copied(bank)

  expect(failure).toBeUndefined()
  expect(timeline).toBe(bank.timeline())
})

it('opens the bank with every option that differs from its default [§3]', async () => {
  const options = {
    seed: 7,
    now: '2026-12-24T19:00:00.000-06:00',
    timeZone: 'America/Chicago',
    release: { every: { milliseconds: 1_800_000 } },
    baseUrl: 'https://bank.test/api',
    partner: { clientId: 'the-shop', name: 'The Shop', audience: 'the-api' },
    masterAccount: { title: 'Operating', balance: 5_000, ledgerType: 'Direct' as const },
    outcomes: [{ of: 'wire' as const, match: { amount: 7 }, status: 'Rejected' as const, postingCode: 'NSF' as const }],
    assume: {
      'http.readLagSeconds': 60,
      'restrictions.appliesTo': { observed: '2026-03-02', evidence: ['POST /restrictions 200'] },
    },
  }
  const bank = createBank(options)
  bank.desk.hold(bank.wires.create(bank.wires.plausible({ amount: 7 })).id)

  const { text, failure, settings } = await copied(bank)

  expect(failure).toBeUndefined()
  expect(settings).toEqual(bank.world.settings)
  expect(text).toContain("masterAccount: { title: 'Operating', balance: 5000, ledgerType: 'Direct' }")
})

it('names no option that has its default, except the seed [§3]', async () => {
  const { text } = await copied(createBank())

  expect(text).toContain('const bank = createBank({ seed: 1 })')
})

it('writes each create, even if two are equal, and leaves out repeats that changed nothing [§3]', async () => {
  const bank = createBank()
  const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}`, 'content-type': 'application/json' }
  const pay = { method: 'POST', headers, body: JSON.stringify(bank.wires.plausible()) }
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  for (const _ of [1, 2]) await bank.fetch(url, pay)
  for (const _ of [1, 2, 3]) await bank.fetch(`${url}?pageSize=0`, { headers })

  const { text } = await copied(bank)

  expect(text.match(/method: 'POST'.*answered with 200\n/g)).toHaveLength(2)
  expect(text.match(/pageSize=0.*/g)).toEqual([expect.stringMatching(/answered with 400, and 2 more like it$/)])
})

it('injects the faults of a run of explore, names its changes, and says that it runs no code [§7]', async () => {
  const pay = async ({ bank, fetch }: Scene) => {
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(bank.wires.plausible()) }
    const once = () => fetch(`${bank.urls.baseUrl}/wires/v1/payments`, init).then((answer) => answer.json())
    await once().catch(once)
  }
  const { failures } = await explore(pay, { only: 'lostAnswer@1' })
  const data = dataIn((await failures[0]?.trace()) ?? '')

  const text = testTextOf(data.banks[0]!, data)

  expect(text).toMatch(
    /\n {2}bank\.faults\.inject\('lostAnswer', \{ uses: 1 \}\)\n {2}await bank\.fetch\('.*\n {2}await bank\.fetch\('/,
  )
  expect(text).toContain(
    '\n// Replays the calls that reached the bank, without your code, snapshots, and what a restore or a reset undid.\n// lostAnswer at POST ',
  )
  expect(text).toContain('\n// To repeat it with your code: await explore(scenario, { only: "lostAnswer@1" })\ntest(')
})
