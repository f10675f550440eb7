/**
 * Outcomes that a test asks for. A payment with the fields that the test names has the outcome, even if the bank would decide otherwise.
 * All else follows from the outcome as usual: money is reserved or returned, and events and records agree with the outcome. (§2.4, §3)
 */
import type { Source } from '../assumptions/catalogue.ts'
import { amend } from '../kernel/amend.ts'
import { isRecord } from '../kernel/json.ts'
import { keysOf } from '../kernel/keys.ts'
import { whenKnown } from '../kernel/known.ts'
import { type Duration, milliseconds } from '../kernel/time/duration.ts'
import { SECOND } from '../kernel/time/instant.ts'
import { postingCodes, type RefusalCode } from '../ledger/posting-codes.ts'
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import type { Expectation, ExpectationRequest, ExpectationState, ExpectedOf, Outcome } from './state.ts'

/** From now on, payments of this partner that match end in this outcome. */
export function expectOutcome({ world, actor }: Turn, request: ExpectationRequest): undefined {
  const partner = actor.kind === 'partner' ? actor.partner : null
  world.faults.expected = world.faults.expected.add(newExpectation(request, partner))
}

export function newExpectation(
  { of, match, nth = 1, every, status, postingCode = 'ERR', reason, afterHold, reversedAfter }: ExpectationRequest,
  partner: number | null,
): ExpectationState {
  const seconds = (duration: Duration | undefined) => (duration ? milliseconds(duration) / SECOND : null)
  return {
    of,
    match,
    partner,
    nth: every ? null : nth,
    status,
    postingCode: status === 'Rejected' ? postingCode : null,
    reason: reason ?? null,
    holdSeconds: seconds(afterHold),
    reverseSeconds: seconds(reversedAfter),
    met: 0,
    taken: 0,
  }
}

/** Returns the outcomes that the test asked for; those in the options of the bank come first. */
export function expectationsOf({ faults }: Pick<World, 'faults'>): Expectation[] {
  return Array.from(faults.expected, ({ of, match, nth, status, postingCode, reason, met, taken, ...after }) => ({
    of,
    match,
    ...(nth === null ? { every: true } : { nth }),
    status,
    ...whenKnown(postingCode, (known) => ({ postingCode: known })),
    ...whenKnown(reason, (known) => ({ reason: known })),
    ...whenKnown(after.holdSeconds, (seconds) => ({ afterHold: { seconds } })),
    ...whenKnown(after.reverseSeconds, (seconds) => ({ reversedAfter: { seconds } })),
    met,
    taken,
  }))
}

/**
 * Counts a payment for each expectation that it matches, up to the first that decides its outcome. Returns the slot of the deciding
 * expectation, or null. Most banks have no expectations, so `factsOf` is called only if there are some.
 */
export function takeExpectation(
  { world }: Turn,
  of: ExpectedOf,
  factsOf: () => object,
  partner: number,
): number | null {
  if (world.faults.expected.size === 0) return null
  for (const { slot, decides } of matchedBy(world, of, factsOf(), partner)) {
    world.faults.expected = amend(world.faults.expected, slot, (expectation) => {
      expectation.met++
      if (decides) expectation.taken++
    })
    if (decides) return slot
  }
  return null
}

/** The outcome that a payment with these facts would have now; undefined if the test asked for none. */
export function outcomeToCome(world: World, of: ExpectedOf, facts: object, partner: number): Outcome | undefined {
  return outcomeAt(world, matchedBy(world, of, facts, partner).find(({ decides }) => decides)?.slot)
}

function matchedBy({ faults }: Pick<World, 'faults'>, of: ExpectedOf, facts: object, partner: number) {
  return [...faults.expected].flatMap(({ nth, met, ...each }, slot) => {
    const isOver = nth !== null && met >= nth
    const isOfPartner = each.partner === null || each.partner === partner
    if (each.of !== of || isOver || !isOfPartner || !isWithin(each.match, facts)) return []
    return [{ slot, decides: nth === null || nth === met + 1 }]
  })
}

export function outcomeAt({ faults }: World, slot: number | null | undefined): Outcome | undefined {
  return slot === null || slot === undefined ? undefined : faults.expected.at(slot)
}

/** Returns the decision of an outcome that is a refusal; undefined for another outcome. */
export function refusalAskedFor(
  outcome: Outcome | undefined,
): { code: RefusalCode; reason: string; from: Source } | undefined {
  if (!outcome?.postingCode) return undefined
  const { postingCode: code, reason } = outcome
  return { code, reason: reason === null ? ASKED : `${reason}; ${ASKED}`, from: '§2.4' }
}

export const ASKED = 'the test asked for it'

/** True if `given` has every value of `asked`, at any depth. */
function isWithin(asked: unknown, given: unknown): boolean {
  if (!isRecord(asked)) return asked === given
  return isRecord(given) && Object.entries(asked).every(([name, value]) => isWithin(value, given[name]))
}

/** A ready-made table of outcomes, as hosted sandboxes have them: the name of the beneficiary decides how a wire ends. */
export const outcomesByBeneficiary: readonly ExpectationRequest[] = [
  ...keysOf(postingCodes)
    .filter((code): code is RefusalCode => code !== 'OK')
    .map((postingCode) => named(postingCode, { status: 'Rejected', postingCode })),
  named('HOLD', { status: 'Hold' }),
  named('REVERSED', { status: 'Completed', reversedAfter: { days: 1 } }),
]

function named(name: string, outcome: Pick<ExpectationRequest, 'status' | 'postingCode' | 'reversedAfter'>) {
  return { of: 'wire', match: { beneficiary: { name } }, every: true, ...outcome } satisfies ExpectationRequest
}
