/** The banks that a test makes itself: its story, its trace and its coverage are of these, if it used them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { type Bank, type BankOptions, createBank } from 'vostro'
import { bankTestWith, currentBank } from 'vostro/test'
import { followClock } from 'vostro/time'
import { expect as bankExpect } from 'vostro/vitest'
import { linesIn } from '../../../src/cli/tests/met-in-folder.ts'
import { dataIn } from '../../bank/reports/trace/data-in.ts'
import { folderOfFile } from '../../support/temporary-folder.ts'

const folder = folderOfFile()
afterEach(() => vi.unstubAllEnvs())

/** Runs one test with a bank, and returns the message of its failure. */
async function messageOf(name: string, act: (bank: Bank) => unknown, when: 'failed' | 'off' = 'off'): Promise<string> {
  const declared: (() => Promise<void>)[] = []
  const test = (_: string, run: () => Promise<void>) => void declared.push(run)
  bankTestWith(test, { trace: { when, folder }, file: import.meta.url })(name, ({ bank }) => act(bank))
  return await Promise.all(declared.map((run) => run())).then(
    () => '',
    (error: Error) => error.message,
  )
}

const opened = (title: string, options?: BankOptions) => {
  const bank = createBank(options)
  bank.accounts.open({ title })
  return bank
}

it('tells the story of the bank that the test made and used, and traces it [§1]', async () => {
  const message = await messageOf(
    'makes a bank',
    () => {
      opened('Payroll', { seed: 41 })
      throw new Error('expected 1 to be 2')
    },
    'failed',
  )
  const page = readdirSync(folder).find((name) => name.includes('makes-a-bank')) as string
  const { title, banks } = dataIn(readFileSync(join(folder, page), 'utf8'))

  expect(message).toMatch(/^expected 1 to be 2\n\nWhat happened last .*\n.*\n.*Payroll/)
  expect([title, banks[0]?.seed]).toEqual(['makes a bank', 41])
  expect(banks[0]?.steps.some(({ place }) => place?.startsWith('used-banks.test.ts:'))).toBe(true)
})

it('says of which bank it tells when the test used several [§1]', async () => {
  const message = await messageOf('uses three banks', (bank) => {
    const other = opened('Payroll', { seed: 41 })
    opened('Taxes')
    bank.accounts.open({ title: 'Rent' })
    other.accounts.open({ title: 'Wages' })
    throw new Error('expected 1 to be 2')
  })

  expect(message).toContain('\n\nThe test used 3 banks. This is the one in use last, with seed 41.\n\n')
  expect(message).toContain('Wages')
  expect(message).not.toContain('Rent')
})

it('tells of the bank whose clock the test moved last, but of none whose clock moved by itself [§3]', async () => {
  const message = await messageOf('moves clocks', async (bank) => {
    bank.accounts.open({ title: 'Rent' })
    createBank({ seed: 41 }).clock.advance({ minutes: 1 })
    using _ = followClock(bank)
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    throw new Error('expected 1 to be 2')
  })

  expect(message).toContain('The test used 2 banks. This is the one in use last, with seed 41.')
})

it('tells of the bank on which a matcher failed, even if another one was used later [§7]', async () => {
  const message = await messageOf('fails on the earlier bank', () => {
    const [earlier] = [opened('Payroll', { seed: 41 }), opened('Taxes', { seed: 42 })]
    bankExpect(earlier).toHaveEmitted('Wire.Payment.Sent')
  })

  expect(message).toContain('This is the one in use last, with seed 41.')
  expect(message).not.toContain('Taxes')
})

it('counts what the banks met that a test makes: the last twenty, if there are more [§7]', async () => {
  const place = join(folder, 'met')
  vi.stubEnv('VOSTRO_COVERAGE', place)
  await messageOf('makes banks', async () => {
    for (let made = 0; made < 30; made++) {
      const bank = createBank()
      bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Dormant')
      await Promise.resolve()
    }
  })

  expect(linesIn(place)[0]?.met.steps).toEqual({ 'account: Dormant': 20 })
})

it('counts nothing of a bank that another test makes at the same time [§7]', async () => {
  const place = join(folder, 'apart')
  vi.stubEnv('VOSTRO_COVERAGE', place)
  const act = (status: 'Dormant' | 'Closed') => async () => {
    await Promise.resolve()
    const bank = createBank()
    expect(currentBank()).not.toBe(bank)
    bank.accounts.setStatus(bank.masterAccount.accountNumber, status)
  }
  await Promise.all([messageOf('one', act('Dormant')), messageOf('other', act('Closed'))])

  expect(linesIn(place).map(({ test, met }) => [test.name, Object.keys(met.steps)])).toEqual([
    ['one', ['account: Dormant']],
    ['other', ['account: Closed']],
  ])
})

it('breaks the banks that a test makes, as it breaks its own, for a mutant [§1]', async () => {
  const place = join(folder, 'broken')
  vi.stubEnv('VOSTRO_COVERAGE', place)
  vi.stubEnv('VOSTRO_MUTANT', 'wire-leaves-closed-account')
  await messageOf('makes a bank', () => {
    const bank = createBank()
    bank.wires.create(bank.wires.plausible())
    bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Dormant')
    bank.clock.advance({ minutes: 1 })
  })

  const [line] = linesIn(place)
  expect(line?.effects).toBe(1)
  expect(line?.met.steps).toHaveProperty(['wire: Created → Pending'])
})
