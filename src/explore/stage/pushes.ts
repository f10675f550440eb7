/**
 * The pushes of a run. There is no layer around them: the sender of pushes asks `choose`, which the clock of the run hands on, and a change
 * that strikes is injected as a fault of the bank. Order matters only between pushes that share a resource or an account, so a push is
 * moved to the front only if a push before it shares something with it.
 */
import type { PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { hashText, slotOfUuid } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { DuePush } from '../../core/webhooks/outbox.ts'
import type { World } from '../../core/world.ts'
import { snapshot } from '../../time/timers.ts'
import { changeKinds, changesWithFaultAt } from '../changes/change-kinds.ts'
import type { GivenToParts } from './given-to-parts.ts'
import type { Outages } from './outages.ts'
import type { Running } from './process.ts'

const changesWithFault = changesWithFaultAt('push')

export class Pushes {
  /** The ids of events, in the order of their first delivery. */
  readonly #delivered: string[] = []
  /** The ids of the events that are lost for good. */
  readonly #lost = new Set<string>()
  /** The callback addresses whose receiver refused the last push although no change struck. */
  readonly #refusing = new Set<string>()
  /** Each function resumes a call that waits until the receiver is given a push. */
  readonly #waiters: (() => void)[] = []
  #hasProcess = false

  constructor(
    private readonly given: GivenToParts,
    private readonly outages: Outages,
  ) {}

  /** Adds the next push to the points of the run, and returns its index in `pending`. */
  readonly choose = (pending: readonly DuePush[]): number => {
    const { bank, log, plan, clock } = this.given
    const next = pending[0] as DuePush
    if (this.#delivered.includes(next.eventId)) return 0
    const nth = log.countOf('push') + 1
    const sampled = plan.order?.choose(pending.map(({ eventId }) => eventId))
    const choice = sampled ?? Math.min(plan.strike('first', nth)?.choice ?? 0, pending.length - 1)
    const { eventId, eventName, resources, isSigned, callbackUrl } = pending[choice] as DuePush
    const canGoFirst = choice === 0 && !plan.order ? goFirst(clock.world, pending) : []
    const what = hashText(resources.join())
    log.add('push', eventName, { isSigned, canGoFirst, isOfProcess: this.#hasProcess, what })
    log.note(eventName, resources, clock.now())
    this.#delivered.push(eventId)
    this.outages.beginAtPush(nth, callbackUrl)
    const kind = changesWithFault.find((each) => plan.strike(each, nth))
    const fault = kind && changeKinds[kind].fault
    if (kind === 'lost') this.#lost.add(eventId)
    if (fault) bank.faults.inject(fault.kind as 'drop', { nth: 1, uses: 1 })
    return choice
  }

  /** Wraps the handler of a receiver; `running` is the process to which it belongs. */
  receiver(url: string, handler: PushHandler, running: Running | undefined): PushHandler {
    const { plan, log, clock } = this.given
    const { href } = new URL(url)
    if (running) this.#hasProcess = true
    const inContext = snapshot()
    const take: PushHandler = (request, context) => {
      if (running?.isEnded) throw new TypeError('connect ECONNREFUSED: the process has ended')
      return inContext(() => handler(request, context))
    }
    return async (request, context) => {
      this.#refusing.delete(href)
      if (this.outages.isReceiverDown) throw new TypeError('connect ECONNREFUSED: a change of this run')
      const nth = this.#delivered.length
      const twin = plan.strikeFirst('twins', nth) ? request.clone() : undefined
      // A receiver that never answers refuses the push, too, so its address is added before the answer.
      if (!running?.isEnded && clock.now() >= plan.struckUntil) this.#refusing.add(href)
      for (const begin of this.#waiters.splice(0)) begin()
      const [response] = await Promise.all([take(request, context), twin && take(twin, context)])
      if (response?.ok || running?.isEnded || clock.now() < plan.struckUntil) this.#refusing.delete(href)
      log.note(response?.status)
      if (running && plan.strikeFirst('crashOnPush', nth)) {
        running.end()
        throw new TypeError('socket hang up: the process has ended')
      }
      await clock.look()
      return response
    }
  }

  /** Resolves when the receiver is given a push. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve))
  }

  /** Lets the changes strike by which events come once more after everything else. @returns the ids of these events */
  takeRepeated(): string[] {
    return this.#delivered.filter((_, index) => this.given.plan.strike('again', index + 1))
  }

  /** Whether the plan loses an event for good. */
  isLost(eventId: string): boolean {
    return this.#lost.has(eventId)
  }

  /** Whether the partner's own receiver refuses the pushes to an address. */
  isRefusedAt(callbackUrl: string): boolean {
    return this.#refusing.has(new URL(callbackUrl).href)
  }
}

function goFirst(world: World, pending: readonly DuePush[]): number[] {
  const known = new Set<string>()
  return pending.flatMap((push, place) => {
    const topics = topicsOf(world, push)
    const sharesTopic = topics.some((topic) => known.has(topic))
    for (const topic of topics) known.add(topic)
    return sharesTopic ? place : []
  })
}

/** The subjects of a push: its resources, and the accounts of its payments. */
function topicsOf({ settings, wires }: World, { resources }: DuePush): string[] {
  return resources.flatMap((resource) => {
    const wire = slotOfUuid(settings.seed, streams.payment, resource.split('/').at(-1) ?? '')
    return wire === undefined ? [resource] : [resource, `account ${wires.payments.at(wire).order.subledger}`]
  })
}
