/** Finds loose ends: traces of a mistake that a test left behind, each with its message. */
import type { Bank } from '../../bank/bank.ts'
import { messagesOf } from '../../bank/current/current-bank.ts'
import { everyRegistration } from '../../bank/invariants/every-page.ts'
import { conductRules } from '../../bank/reports/conduct/conduct.ts'
import type { ConductRule } from '../../bank/reports/conduct/finding.ts'
import { environment } from '../../bank/shell/host/platform.ts'
import { placeOf } from '../../bank/shell/host/stack.ts'
import type { HttpExchange } from '../../bank/shell/state/exchange.ts'
import { checkedOptions, isFlag, type OptionRules, rule } from '../../contract/options.ts'
import { nextTryOf } from '../../core/advance.ts'
import { UsageError } from '../../core/errors.ts'
import { faultIdOf } from '../../core/faults/fault.ts'
import { expectationsOf } from '../../core/faults/outcomes.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { count } from '../../core/kernel/count.ts'
import { timeOf } from '../../core/kernel/time/instant.ts'
import { mistypedEvent } from '../../core/webhooks/event-name.ts'
import { EVERY_ADDRESS } from '../../core/webhooks/outbox.ts'
import type { Push } from '../../core/webhooks/push-record.ts'
import { registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import { missedReversal } from '../../core/wires/progress.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { unansweredOf } from '../msw/listen.ts'
import { adviceFor, reasonFor } from './unstruck-fault.ts'

/** A thing that a test left behind. */
export interface LooseEnd {
  readonly of: 'request' | 'push' | 'handler' | 'registration' | 'fault' | 'outcome'
  /** The message that fails a test: what failed, everything that can be done about it, and the section. */
  readonly text: string
  /** A hint below another failure: the fact, and what to do first. */
  readonly short: string
  readonly advice: string
}

/** @param otherwise - what may be done instead of the advice */
function looseEnd(of: LooseEnd['of'], fact: string, advice: string, otherwise: string): LooseEnd {
  const section = { fault: '§7', outcome: '§3' }[of as string] ?? '§6'
  return {
    of,
    text: `Failed to end the test tidily: ${fact}. ${advice}, or ${otherwise}. (${section})`,
    short: `${fact}. ${advice}.`,
    advice,
  }
}

/** What a test may leave behind without failing. */
export interface LooseEnds {
  /** Requests that reached no endpoint. */
  unknownRequests?: boolean | undefined
  /** Undelivered pushes to connected handlers; handlers at an address without a registration; registrations for mistyped events. */
  undelivered?: boolean | undefined
  /** Faults that were injected but never took effect. A fault that only has a duration (`for`), such as an outage, does not count. */
  unstruckFaults?: boolean | undefined
  /** Outcomes that the test set, for example with `bank.wires.expect()`, and that no payment got. */
  unmetExpectations?: boolean | undefined
  /**
   * Findings of conduct, by default allowed. `false` allows none: a test fails whose code breaks a rule of `bank.conduct()`. A list allows
   * only the rules in it, such as `['loan_summary_queried']`. `VOSTRO_CONDUCT=fail` makes `false` the default of every test.
   */
  conduct?: boolean | readonly ConductRule[] | undefined
}

const rules: OptionRules<LooseEnds> = {
  unknownRequests: isFlag,
  undelivered: isFlag,
  unstruckFaults: isFlag,
  unmetExpectations: isFlag,
  conduct: rule(
    (value) =>
      typeof value === 'boolean' || (Array.isArray(value) && value.every((each) => conductRules.includes(each))),
    `must be true, false, or a list of rules: ${conductRules.join(', ')}`,
  ),
}

/** @throws {UsageError} if an option is unknown or no boolean */
export function checkedLooseEnds(given: LooseEnds): LooseEnds {
  return checkedOptions(given, rules, {
    failed: 'Failed to read what the test may leave behind',
    advice: 'Write, for example, looseEnds: { undelivered: true }.',
  })
}

/**
 * What a test left behind but may not leave behind.
 *
 * @throws {UsageError} if an option is unknown or no boolean
 * @throws {DefectError} if a defect inside an HTTP call has not been thrown yet
 */
export function leftBehind(bank: Bank, given: LooseEnds): LooseEnd[] {
  const allowed = checkedLooseEnds(given)
  const unknown = bank.requests.filter(({ endpoint }) => endpoint === null)
  return [
    ...(allowed.unknownRequests ? [] : unknown.map(refusalTextOf).map(ofRefusal)),
    ...(allowed.undelivered ? [] : [...undelivered(bank), ...unreachable(bank), ...mistypedRegistrations(bank)]),
    ...(allowed.unstruckFaults ? [] : unstruckFaults(bank)),
    ...(allowed.unmetExpectations ? [] : [...unmetExpectations(bank), ...missedReversals(bank)]),
  ]
}

/** What the code of the test did against the specification, if the test may not leave that behind. @throws {UsageError} */
function brokenRules(bank: Bank, { conduct = isConductAllowed() }: LooseEnds): string[] {
  if (conduct === true) return []
  const allowed = conduct === false ? [] : conduct
  return bank
    .conduct()
    .filter(({ rule }) => !allowed.includes(rule))
    .map(
      ({ rule, text }) =>
        `Failed to end the test tidily: its code broke the rule ${rule}. ${text} If this test means to, say so: looseEnds with { conduct: ['${rule}'] }.`,
    )
}

/** An error with a line for each loose end that the test may not leave behind; undefined if there is none. */
export function looseEndsError(bank: Bank, allowed: LooseEnds, hasFailed = false): UsageError | undefined {
  // A failed test ended before it could deliver waiting pushes, or make the call that was to fail.
  const ofFailed = hasFailed ? { undelivered: true, unstruckFaults: true, unmetExpectations: true } : {}
  const ends = [
    ...messagesOf(bank),
    ...(allowed.unknownRequests ? [] : unansweredOf(bank)),
    ...leftBehind(bank, { ...allowed, ...ofFailed }).map(({ text }) => text),
    // The story of a failed test has its findings.
    ...(hasFailed ? [] : brokenRules(bank, allowed)),
  ]
  return ends.length === 0 ? undefined : new UsageError(ends.join('\n'))
}

function isConductAllowed(): boolean {
  const said = environment('VOSTRO_CONDUCT')
  if (!said || said === 'fail') return !said
  throw new UsageError(`Failed to read VOSTRO_CONDUCT: it is "${said}", but must be "fail" or empty.`)
}

const ofRefusal = (text: string): LooseEnd => ({ of: 'request', text, short: text, advice: '' })

function triedState(tries: number, last: Push | undefined): string {
  if (last?.outcome === 'open') return 'waits for the answer of its handler'
  const place = last && placeOf(last.thrown)
  const failure = last?.failure && `${last.failure}${place ? `, thrown at ${place}` : ''}`
  const why = failure ?? (last?.answer && `answered ${last.answer.status}`)
  return `failed ${tries === 1 ? 'once' : `${tries} times`}${why ? ` (${why})` : ''} and still waits`
}

function undelivered(bank: Bank): LooseEnd[] {
  // If the bank is a mutant (broken on purpose), a push that was never tried is no loose end: the test itself must notice this.
  const isMutant = Boolean(environment('VOSTRO_MUTANT'))
  const waiting = bank.outbox.waiting.filter(({ tries }) => tries > 0 || !isMutant)
  return waiting.map(({ eventId, eventName, callbackUrl, tries }) => {
    const last = bank.pushes.findLast(({ notification }) => notification.id === eventId)
    const state = tries === 0 ? 'was never delivered' : triedState(tries, last)
    const suspended = everyRegistration(bank)
      .filter((each) => each.eventName === eventName && each.callbackUrl === callbackUrl)
      .find(({ status }) => registrationStatuses[status].sends === 'none')
    const dueAt = nextTryOf(
      bank.world,
      bank.events.findIndex(({ id }) => id === eventId),
    )
    const usual =
      bank.world.webhooks.pushMode === 'held'
        ? 'The outbox is held: call bank.outbox.resume() and await bank.settled(), or deliver the push with bank.outbox.deliver(eventId)'
        : dueAt === undefined
          ? 'Await bank.settled() or bank.clock.advanceAsync()'
          : `It is due at ${dueAt}: await bank.clock.advanceAsync() that far`
    const advice = suspended
      ? `Its registration is ${suspended.status}: mend the receiver and call bank.webhooks.restart("${suspended.id}")`
      : usual
    const fact = `the push of ${eventName} (event "${eventId}") to ${callbackUrl} ${state}`
    return looseEnd('push', fact, advice, 'drop the push with bank.outbox.drop(eventId)')
  })
}

/** Handlers that no push can reach, because no registration has or had their address. */
function unreachable(bank: Bank): LooseEnd[] {
  const { registrations, connections } = bank.world.webhooks
  const known = [...registrations, ...bank.pushes].map(({ callbackUrl }) => new URL(callbackUrl).href)
  const addresses = [...new Set(everyRegistration(bank).map(({ callbackUrl }) => new URL(callbackUrl).href))]
  const [fact, advice] =
    addresses.length === 0
      ? [
          'no event has a registration',
          'Register its address with bank.webhooks.register(), or over HTTP, so that pushes come to it',
        ]
      : [`the registrations are for ${addresses.join(', ')}`, 'Connect it to the callbackUrl that is registered']
  return connections
    .filter((url) => url !== EVERY_ADDRESS && !known.includes(url))
    .map((url) => looseEnd('handler', `a handler is connected to ${url}, and ${fact}`, advice, 'disconnect it'))
}

/** The bank accepts a registration for any name, but never emits an event with a mistyped one. */
function mistypedRegistrations(bank: Bank): LooseEnd[] {
  const names = [...new Set(everyRegistration(bank).map(({ eventName }) => eventName))]
  return names.flatMap((name) => {
    const meant = mistypedEvent(name)
    if (meant === undefined) return []
    const fact = `a registration is for ${name}, which this bank never emits`
    return looseEnd(
      'registration',
      fact,
      `Correct its eventName to "${meant}"`,
      'remove it with bank.webhooks.remove(id)',
    )
  })
}

/** The message in the answer to a request. Each service of the bank has its own form of refusal. */
function refusalTextOf({ method, url, answer }: HttpExchange): string {
  const { errors, error_description, ResponseStatus } = (answer ?? {}) as {
    errors?: { message: string }[]
    error_description?: string
    ResponseStatus?: { Message: string }
  }
  return (
    errors?.[0]?.message ?? error_description ?? ResponseStatus?.Message ?? `Failed to answer "${method} ${url}". (§4)`
  )
}

/** The faults that never took effect, except those that the test cleared, and those that only have a duration. */
function unstruckFaults(bank: Bank): LooseEnd[] {
  const { injected } = bank.world.faults
  return Array.from(injected, (fault, slot) => ({ fault, id: faultIdOf(bank.world, slot) }))
    .filter(({ fault: { struck, isCleared } }) => struck === 0 && !isCleared)
    .filter(({ fault: { until, nth, uses } }) => until === null || nth !== null || uses !== null)
    .map(({ fault, id }) =>
      looseEnd(
        'fault',
        `the fault "${fault.kind}"${targetOf(fault)} never took effect: ${reasonFor(bank, fault)}`,
        adviceFor(fault),
        `clear it with bank.faults.clear("${id}"), or say that this test may leave it behind: looseEnds with { unstruckFaults: true }`,
      ),
    )
}

function targetOf({ endpoint, event }: FaultState): string {
  if (endpoint !== null) return ` of ${endpoint}`
  return event === null ? '' : ` of ${event}`
}

const ALLOW_UNMET = 'say that this test may leave it behind: looseEnds with { unmetExpectations: true }'

/** Outcomes in the options of the bank belong to no test, so they are left out. */
function unmetExpectations(bank: Bank): LooseEnd[] {
  const expected = expectationsOf(bank.world).slice(bank.world.settings.outcomes?.length ?? 0)
  return expected
    .filter(({ taken }) => taken === 0)
    .map(({ of, match, nth, met, status }) =>
      looseEnd(
        'outcome',
        `the outcome ${status} for a ${of} with ${JSON.stringify(match)} was never used: ${met === 0 ? `no ${of}` : count(met, of)} with these fields came${(nth ?? 1) === 1 ? '' : `, but the outcome is for the one with number ${nth}`}`,
        `Let the code under test make the payment after bank.${of}s.expect(), and compare the fields with bank.requests`,
        ALLOW_UNMET,
      ),
    )
}

/** Wires that were to be reversed, as the test asked for, and were not. */
function missedReversals({ world }: Bank): LooseEnd[] {
  return Array.from(world.wires.payments, (_, slot) => missedReversal(world, slot)).flatMap((due, slot) => {
    if (due === undefined) return []
    const fact = `the wire "${paymentIdOf(world.settings.seed, slot)}" was to be reversed at ${timeOf(world, due)}, and that was refused`
    const advice = 'Read the reason in bank.timeline(), and let the account take the money back'
    return looseEnd('outcome', fact, advice, ALLOW_UNMET)
  })
}
