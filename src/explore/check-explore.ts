/** Checks the options of `explore` before the first run, because a mistyped option would silently leave runs out. */

import {
  checkedOptions,
  checkNames,
  isFlag,
  isFunction,
  isList,
  isOneOf,
  isRecord,
  isSignal,
  isText,
  isWholeFrom,
  type OptionRules,
  rule,
} from '../contract/options.ts'
import { assumptions } from '../core/assumptions/catalogue.ts'
import { UsageError } from '../core/errors.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { oracles } from './findings/failures.ts'
import { memoryRules } from './findings/memory.ts'
import { ofKind } from './search/calendar.ts'
import type { ExploreOptions } from './types.ts'

const isNumber = rule<number>((value) => typeof value === 'number' && value >= 0, 'must be a number, at least 0')

const isNames = rule<string | readonly string[]>(
  (value) => [value].flat().every((each) => typeof each === 'string' && each !== ''),
  'must be the name of a run, or a list of names',
)

const rules: OptionRules<ExploreOptions> = {
  bank: isRecord,
  depth: isOneOf([1, 2, 3]),
  faults: isFlag,
  orders: isFlag,
  overlaps: isFlag,
  lostPushes: isFlag,
  assume: rule((value) => value === 'each' || Array.isArray(value), 'must be "each", or a list of assumptions'),
  deskDecisions: isFlag,
  unsolicitedPayments: isFlag,
  calendars: isList,
  maxFailures: isNumber,
  maxRuns: isNumber,
  maxQuiet: isNumber,
  budget: isText,
  samples: isNumber,
  only: isNames,
  focus: isNames,
  reaches: isList,
  shard: isText,
  ...memoryRules,
  signal: isSignal,
  onProgress: isFunction,
  oracles: isList,
  books: isFunction,
  heal: isRecord,
  mayReject: isFunction,
  time: isOneOf(['bank', 'real']),
  random: isOneOf(['seeded', 'real']),
  maxTurns: isWholeFrom(1),
}
const testRules: OptionRules<ExploreOptions & { timeout?: number }> = { ...rules, timeout: isNumber }

/** @throws {UsageError} if an option, or a name in it, cannot be used */
export function checkExplore(scenario: unknown, given: object, how: { readonly isTest?: boolean } = {}): void {
  const failed = 'Failed to explore'
  if (typeof scenario !== 'function') {
    throw new UsageError(
      `${failed}: the scenario is of type ${typeof scenario}, but must be a function that is given a scene. Write explore(async ({ bank, fetch }) => { … }).`,
    )
  }
  const options = checkedOptions<ExploreOptions>(given, how.isTest ? testRules : rules, {
    failed,
    advice: 'For example, write explore(scenario, { depth: 1 }).',
  })
  const { assume = [], oracles: asked = [], calendars = [] } = options
  if (assume !== 'each') checkNames(assume, keysOf(assumptions), { failed, noun: 'assumption', section: '§7' })
  checkNames(asked, keysOf(oracles), { failed, noun: 'oracle', section: '§7' })
  checkNames(calendars, keysOf(ofKind), { failed, noun: 'calendar', section: '§7' })
}
