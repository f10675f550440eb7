/** The options of a test's bank, and the fixtures that set a test up. */

import type { Bank } from '../../bank/bank.ts'
import { bankFrom } from '../../bank/create-bank.ts'
import { type TraceSettings, traceSettingsFrom } from '../../bank/reports/trace/write-trace.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import { UsageError } from '../../core/errors.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { slipOf, unknownName } from '../../core/kernel/nearest.ts'
import { checkedLooseEnds, type LooseEnds } from '../story/loose-ends.ts'
import { seedOf, type TestIdentity } from '../story/test-identity.ts'
import { watchBanks } from '../story/used-banks.ts'
import type { TestTime } from './test-time.ts'

/** The options of a bank that is made for a test. */
export interface TestBankOptions extends Omit<BankOptions, 'seed'> {
  /**
   * A safe integer of at least 0, by default 1. The same seed gives the same ids. `test` makes the seed from the test's file and full
   * name. Then ids are the same on every machine but differ from test to test, as a database that outlives a test needs.
   */
  seed?: number | 'test' | undefined
}

/** The options of a bank that is made for a test, what the test may leave behind, and when its trace is written. */
export interface BankTestOptions extends TestBankOptions {
  /** What the test may leave behind without failing. */
  looseEnds?: LooseEnds | undefined
  /** Which time the code under test sees: `'real'` (the default), the machine's time; or `'bank'`, the bank's, as with `followClock`. */
  time?: TestTime | undefined
  /** When the trace of the bank is written, and where. */
  trace?: TraceSettings | undefined
}

/** The fields of a setting add to those of a more general one; any other value replaces it. */
export function addedSetting(general: unknown, own: unknown): unknown {
  if (!isRecord(general) || !isRecord(own)) return own
  const added = Object.entries(own).map(([name, value]) => [name, addedSetting(general[name], value)])
  return { ...general, ...Object.fromEntries(added) }
}

/** The bank of a test. @throws {UsageError} if a setting cannot be used */
export function bankFor({ bankOptions: given, ...others }: Partial<SettingFixtures>, test: TestIdentity): Bank {
  checkSettings(others)
  const bank = bankFrom(given?.seed === 'test' ? { ...given, seed: seedOf(test) } : (given as BankOptions))
  watchBanks(bank, traceSettingsFrom(others.bankTrace).when !== 'off')
  return bank
}

/** The fixtures that set a test up in every runner that has fixtures. */
export interface SettingFixtures {
  /** Options of the bank, such as `{ seed: 7 }`; with `seed: 'test'` the ids differ from test to test. */
  bankOptions: TestBankOptions
  /**
   * Who answers requests of the test's process. `'vostro'` starts an MSW server while tests with a bank run. `'own'` leaves this to a
   * server of yours with the handlers `bankHandlers(currentBank)`. Pages of a browser are answered either way.
   */
  bankServer: 'vostro' | 'own'
  /** What this test may leave behind without failing. */
  looseEnds: LooseEnds
  /** When the trace of the bank is written, and where: by default below `.vostro`, if the test failed. */
  bankTrace: TraceSettings
}

const fixtureNames = ['bankOptions', 'bankServer', 'looseEnds', 'bankTrace', 'bankTime']
/** Names of at most this length are similar to many words, so they are the partner's own. */
const SHORT = 6

/** Refuses a fixture with nearly the name of one of vostro's: runners take any name, and `bankoptions` would do nothing. */
export function refuseMistyped(names: readonly string[]): void {
  for (const name of names) {
    const meant = name.length > SHORT ? slipOf(name, fixtureNames) : undefined
    // A longer name with the name of a setting in it, such as `myBankOptions`, is the partner's own.
    if (meant === undefined || (name.length > meant.length && name.toLowerCase().includes(meant.toLowerCase())))
      continue
    throw new UsageError(
      `Failed to set the fixture "${name}": ${unknownName('fixture', name, [meant])} Correct it, or give a fixture of your own another name.`,
    )
  }
}

/** Checks the settings before the test runs, because some are used only at its end. @throws {UsageError} if a value cannot be used */
export function checkSettings({ bankServer = 'vostro', looseEnds = {}, bankTrace }: Partial<SettingFixtures>): void {
  checkedLooseEnds(looseEnds)
  traceSettingsFrom(bankTrace)
  if (bankServer === 'vostro' || bankServer === 'own') return
  throw new UsageError(
    `Failed to set up the test: bankServer is ${JSON.stringify(bankServer)}, but must be "vostro", or "own" if a server of yours has bankHandlers(currentBank).`,
  )
}
