import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { bankTestWith, currentBank } from 'vostro/test'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Run = (...given: unknown[]) => Promise<void>

/** A runner as there are many: it keeps what is declared, so that a test can run it. */
function runner() {
  const declared: { name: string; form: string; run?: Run; rest: unknown[] }[] = []
  const formOf =
    (form: string) =>
    (name: string, run?: Run, ...rest: unknown[]) => {
      declared.push({ name, form, rest, ...(run ? { run } : {}) })
    }
  const each =
    (cases: readonly unknown[]) =>
    (name: string, run: Run, ...rest: unknown[]) => {
      for (const one of cases) {
        declared.push({ name, form: 'each', rest, run: () => run(...(Array.isArray(one) ? one : [one])) })
      }
    }
  const forms = { only: formOf('only'), skip: formOf('skip'), todo: formOf('todo'), failing: formOf('failing'), each }
  const test = Object.assign(formOf('test') as (name: string, run: Run, ...rest: unknown[]) => void, forms)
  return { test, declared }
}

const untraced = { trace: { when: 'off' } } as const

it('gives each test a bank of its own, which is the current bank while the test runs [§1]', async () => {
  const { test, declared } = runner()
  const bankTest = bankTestWith(test, untraced)
  const banks: Bank[] = []
  for (const name of ['one', 'other']) {
    bankTest(name, { seed: 7 }, async ({ bank }) => {
      await Promise.resolve()
      expect(currentBank()).toBe(bank)
      banks.push(bank)
    })
  }

  await Promise.all(declared.map(({ run }) => run?.()))

  expect(new Set(banks).size).toBe(2)
  expect(banks[0]?.partner).toEqual(createBank({ seed: 7 }).partner)
})

it('shows the story below the message of a failed test [§1]', async () => {
  const { test, declared } = runner()
  bankTestWith(test, untraced)('fails', async ({ bank }) => {
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
    throw new TypeError('no such thing')
  })

  const failure = declared[0]?.run?.()

  await expect(failure).rejects.toThrow(TypeError)
  await expect(failure).rejects.toThrow(/^no such thing\n\nWhat happened last \(bank\.timeline\(\) has all\):\nMonday/)
})

it('fails a test that leaves loose ends, unless it may [§4]', async () => {
  const { test, declared } = runner()
  const bankTest = bankTestWith(test, untraced)
  const typo = ({ bank }: { bank: Bank }) => bank.fetch(`${bank.urls.baseUrl}/wire/v1/payment`)
  bankTest('untidy', typo)
  bankTest('allowed', { looseEnds: { unknownRequests: true } }, typo)
  bankTest('mistyped', { looseEnds: { unknownRequest: true } as object }, typo)

  await expect(declared[0]?.run?.()).rejects.toThrow(
    'The nearest is GET /wires/v1/payments. (§4)\n\nWhat happened last',
  )
  await expect(declared[1]?.run?.()).resolves.toBe(undefined)
  await expect(declared[2]?.run?.()).rejects.toThrow('did you mean "unknownRequests"?')
})

const queriesLoans = async ({ bank }: { bank: Bank }) => {
  const { access_token } = bank.tokens.issue({ audience: bank.partner.loanAudience })
  await bank.fetch(`${bank.urls.loanBaseUrl}/LoanSummary`, { headers: { authorization: `Bearer ${access_token}` } })
}

it('fails a test for a finding of conduct if the findings are loose ends [§9]', async () => {
  const { test, declared } = runner()
  const bankTest = bankTestWith(test, { ...untraced, looseEnds: { conduct: false } })
  bankTest('queries', queriesLoans)
  bankTest('queries, and has its own loose ends', { looseEnds: { undelivered: true } }, queriesLoans)
  bankTest('may query', { looseEnds: { conduct: ['loan_summary_queried'] } }, queriesLoans)
  bankTestWith(test, untraced)('is reported to', queriesLoans)
  const [queries, alone, allowed, reported] = declared

  await expect(queries?.run?.()).rejects.toThrow('its code broke the rule loan_summary_queried')
  await expect(alone?.run?.()).rejects.toThrow("looseEnds with { conduct: ['loan_summary_queried'] }")
  await expect(allowed?.run?.()).resolves.toBeUndefined()
  await expect(reported?.run?.()).resolves.toBeUndefined()
})

it('fails every test for a finding of conduct if VOSTRO_CONDUCT says so [§9]', async () => {
  const { test, declared } = runner()
  const bankTest = bankTestWith(test, untraced)
  bankTest('queries', queriesLoans)
  bankTest('may query', { looseEnds: { conduct: true } }, queriesLoans)
  const [queries, allowed] = declared
  vi.stubEnv('VOSTRO_CONDUCT', 'fail')
  const failure = await queries?.run?.().catch(String)
  const passed = await allowed?.run?.().catch(String)
  vi.stubEnv('VOSTRO_CONDUCT', 'yes')
  const misread = await queries?.run?.().catch(String)
  vi.unstubAllEnvs()

  expect(failure).toContain('its code broke the rule loan_summary_queried')
  expect(passed).toBeUndefined()
  expect(misread).toContain('VOSTRO_CONDUCT: it is "yes", but must be "fail" or empty')
})

it('removes the trace of a test once it passes again [§1]', async () => {
  const { test, declared } = runner()
  const folder = temporaryFolder()
  let isBroken = true
  bankTestWith(test, { trace: { folder } })('breaks and is mended', () => {
    if (isBroken) throw new Error('broken')
  })
  const [mended] = declared
  await expect(mended?.run?.()).rejects.toThrow('broken')
  const written = readdirSync(folder).filter((name) => name !== 'index.html')
  isBroken = false
  // A later run of the tests is a process of its own, which counts its tests anew.
  renameSync(join(folder, written[0] ?? ''), join(folder, (written[0] ?? '').replace('.html', '-2.html')))
  await mended?.run?.()

  expect(written).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([])
})

it("has the forms of the runner's test, and passes on the arguments after the function [§1]", async () => {
  const { test, declared } = runner()
  const bankTest = bankTestWith(test, untraced)
  const seen: unknown[] = []
  bankTest.only('one', () => {}, 5_000)
  bankTest.todo('later')
  bankTest.each([
    [1, 'a'],
    [2, 'b'],
  ])('cases', { seed: 7 }, ({ bank }, ...values) => seen.push([bank.world.settings.seed, ...values]))

  for (const { run } of declared) await run?.()

  expect(declared.map(({ name, form, rest }) => [name, form, rest])).toEqual([
    ['one', 'only', [5_000]],
    ['later', 'todo', []],
    ['cases', 'each', []],
    ['cases', 'each', []],
  ])
  expect(seen).toEqual([
    [7, 1, 'a'],
    [7, 2, 'b'],
  ])
  expect((bankTest as unknown as { concurrent: unknown }).concurrent).toBe(undefined)
})

it('tells the story of a test that node:test times out, and nothing of a test that passed [§1]', async () => {
  const { test, declared } = runner()
  let go = () => {}
  bankTestWith(test, untraced)('hangs', async ({ bank }) => {
    bank.accounts.open({ title: 'Payroll' })
    await new Promise<void>((resolve) => (go = resolve))
  })
  const said: string[] = []
  const contextOf = (given: AbortController) => ({
    signal: given.signal,
    diagnostic: (text: string) => said.push(text),
  })
  const [patience, other] = [new AbortController(), new AbortController()]
  const run = declared[0]?.run?.(contextOf(patience))
  patience.abort()
  go()
  await run
  const passing = declared[0]?.run?.(contextOf(other))
  go()
  await passing
  other.abort()

  expect(said).toEqual([expect.stringMatching(/^What happened last[\s\S]*Payroll/)])
})

it('tells no story of a test that is expected to fail [§1]', async () => {
  const { test, declared } = runner()
  bankTestWith(test, untraced).failing('fails', () => {
    throw new Error('as it should')
  })

  await expect(declared[0]?.run?.()).rejects.toThrow(/^as it should$/)
})

it('derives the ids of a bank from the file and the full name of its test [§1]', async () => {
  const { test, declared } = runner()
  const seeds: number[] = []
  const bankTest = bankTestWith(test, { ...untraced, seed: 'test', file: '/nowhere/pay.test.js' })
  for (const name of ['one', 'other']) bankTest(name, ({ bank }) => seeds.push(bank.world.settings.seed))

  for (const { run } of declared) await run?.({ fullName: 'invoices > paid' })
  for (const { run } of declared) await run?.()

  expect(seeds[0]).toBe(seeds[1])
  expect(new Set(seeds).size).toBe(3)
})

it('says what is missing if there is no test, or a test without a function [§1]', () => {
  expect(() => bankTestWith(undefined as never)).toThrow('the test of the runner is undefined, but must be a function.')
  expect(() => bankTestWith(runner().test)('one', {} as never)).toThrow(
    'Failed to declare the test "one": it has no function.',
  )
})
