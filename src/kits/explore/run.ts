/** One run: a scenario on a bank of its own, with one variation; then the bank heals, and the oracles are asked. */
import type { Bank } from '../../bank.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import { deliveryStatuses, registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { mayBe } from '../../core/wires/wire-status.ts'
import { internalsOf } from '../../http/bank-internals.ts'
import { endsWithin } from '../../shell/event-loop.ts'
import { everyRegistration, everyWire } from '../every-page.ts'
import {
  type BookEntry,
  booksReconcile,
  type Intents,
  intentsOf,
  moneyConserved,
  noCreditBeforePosting,
  type OracleError,
  type OracleName,
  oneIntentOneWire,
} from './oracles.ts'
import type { ExploreOptions, Scenario, Scene } from './scenario.ts'
import type { Variation } from './variation.ts'

/** What the clean run shows, for the others to be compared with. */
export interface Clean {
  readonly intents: Intents
  /** Whether the books follow payments of a direction. */
  readonly tracked: ReadonlySet<string>
}

export interface Run {
  readonly error: Error | undefined
  readonly bank: Bank
  /** The pushes that waited at each step, and the position that was chosen. */
  readonly steps: readonly { readonly pending: readonly DuePush[]; readonly chosen: number }[]
  /** The events of the pushes, in the order of their first delivery. */
  readonly delivered: readonly string[]
  readonly intents: Intents
  readonly books: readonly BookEntry[]
}

/** What a clean run shows: of the payments, those directions that its books follow. */
export function cleanOf({ bank, books, intents }: Run): Clean {
  const inBooks = new Set(books.map(({ paymentId }) => paymentId))
  const tracked = everyWire(bank).filter(({ id }) => inBooks.has(id))
  return { intents, tracked: new Set(tracked.map(({ direction }) => direction)) }
}

/** Runs the scenario on `bank`, which is the run's own. */
export async function run<Result>(
  bank: Bank,
  scenario: Scenario<Result>,
  variation: Variation,
  options: ExploreOptions<Result>,
  clean: Clean | undefined,
): Promise<Run> {
  const steps: { pending: readonly DuePush[]; chosen: number }[] = []
  const delivered: string[] = []
  const wanted = variation.does === 'order' ? variation.choices : []
  const desk = createDesk(bank, variation)
  internalsOf(bank).watch(desk.decide)
  internalsOf(bank).steer((pending) => {
    const chosen = Math.min(wanted[steps.length] ?? 0, pending.length - 1)
    steps.push({ pending, chosen })
    const { eventId } = pending[chosen] as DuePush
    if (!delivered.includes(eventId)) delivered.push(eventId)
    return chosen
  })
  inject(bank, variation)
  let view: Parameters<Scene['books']>[0] | undefined
  const checks: Parameters<Scene['eventually']>[0][] = []
  let early: OracleError | undefined
  const isAsked = (oracle: OracleName) => options.oracles === undefined || options.oracles.includes(oracle)
  const scene: Scene = {
    bank,
    fetch: bank.fetch,
    connect: (callbackUrl, handler) =>
      bank.webhooks.connect(callbackUrl, async (request) => {
        const response = await handler(request)
        if (view && isAsked('noCreditBeforePosting')) early ??= noCreditBeforePosting(bank, [...(await view())])
        return response
      }),
    books: (shown) => {
      view = shown
    },
    eventually: (check) => void checks.push(check),
  }

  let error: Error | undefined
  let result: Result | undefined
  const played = scenario(scene).then(
    (value) => {
      result = value
    },
    (reason: unknown) => {
      if (!(clean && options.mayReject?.(reason))) error = asError(reason)
      // It has not come to where the checks would hold.
      checks.length = 0
    },
  )
  // One that waits for a push that was dropped ends only when the bank has healed.
  let isOver = await endsInTurns(played, MOST_TURNS)
  if (variation.does === 'push' && variation.fault === 'again') {
    const repeated = delivered[variation.nth - 1]
    if (repeated !== undefined) await bank.pushes.deliver(repeated)
  }
  await heal(bank, desk, options)
  isOver ||= await endsInTurns(played, MOST_TURNS_HEALED)
  if (!isOver)
    error = new Error(
      'The scenario has not ended, though every push was delivered and the bank has healed. Does it wait for something that never comes?',
    )
  const failed = isOver && !error ? await firstFailed(checks) : undefined
  const { books } = options
  const shown = books && isOver && !error ? () => books(result as Result) : view
  const entries = shown ? [...(await shown())] : []
  const found = [
    early,
    moneyConserved(bank),
    clean && oneIntentOneWire(bank, clean.intents),
    shown && noCreditBeforePosting(bank, entries),
    shown && booksReconcile(bank, entries, ({ direction }) => clean?.tracked.has(direction) ?? false),
  ].find((each) => each && isAsked(each.oracle))
  return { error: error ?? failed ?? found, bank, steps, delivered, intents: intentsOf(bank), books: entries }
}

async function firstFailed(checks: readonly (() => void | Promise<void>)[]): Promise<Error | undefined> {
  try {
    for (const check of checks) await check()
    return undefined
  } catch (reason) {
    return asError(reason)
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

function inject(bank: Bank, variation: Variation): void {
  if (variation.does === 'request') {
    const { fault, nth } = variation
    const status = /^status(\d+)$/.exec(fault)?.[1]
    if (status !== undefined) bank.faults.inject('status', { nth, status: Number(status) as 500 })
    else bank.faults.inject(fault as 'timeout', { nth })
  }
  if (variation.does === 'push' && variation.fault !== 'again')
    bank.faults.inject(variation.fault, { nth: variation.nth })
}

/** The operations team: it decides on the payment of the variation as soon as that is there, once; and approves what it held. */
function createDesk(bank: Bank, variation: Variation) {
  if (variation.does !== 'decide') return { decide: () => {}, approveHeld: () => {} }
  const slot = variation.nth - 1
  const id = paymentIdOf(bank.world.settings.seed, slot)
  const step = variation.decision === 'held' ? 'hold' : 'reject'
  let isDecided = false
  return {
    decide: () => {
      if (isDecided || bank.world.wires.payments.size <= slot) return
      isDecided = true
      if (mayBe(step, bank.world.wires.payments.at(slot).status)) bank.desk[step](id)
    },
    approveHeld: () => {
      if (isDecided && bank.world.wires.payments.at(slot).isHeldByDesk) bank.desk.approve(id)
    },
  }
}

/** Everything that went wrong is over: faults end, what was dropped or suspended is delivered, time passes. */
async function heal<Result>(
  bank: Bank,
  desk: ReturnType<typeof createDesk>,
  { heal: duration = { days: 4 } }: ExploreOptions<Result>,
): Promise<void> {
  const { webhooks, settings } = bank.world
  const dropped = [...webhooks.deliveries].flatMap(({ status, event }) =>
    deliveryStatuses[status].isDropped ? uuidOf(settings.seed, streams.event, event) : [],
  )
  bank.faults.clear()
  desk.approveHeld()
  bank.pushes.resume()
  await bank.clock.advanceAsync({ minutes: 10 })
  for (const id of dropped) await bank.pushes.deliver(id)
  for (const { id, partnerId, status } of everyRegistration(bank))
    if (registrationStatuses[status].sends === 'none') bank.as(partnerId).webhooks.restart(id)
  await bank.clock.advanceAsync(duration)
}

async function endsInTurns(promise: Promise<void>, turns: number): Promise<boolean> {
  const { isEnded } = await endsWithin(promise, turns)
  return isEnded
}

/** Turns of the event loop in which a scenario without a network of its own must end. */
const MOST_TURNS = 20_000
/** The same when nothing more can happen; long enough for a client that waits before it tries again. */
const MOST_TURNS_HEALED = 500_000
