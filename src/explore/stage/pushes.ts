/**
 * The pushes of a run: chooses the push that goes next, and applies the changes of the plan to it. Order matters only between pushes that
 * share a resource or an account, so a push is moved to the front only if a push before it shares something with it.
 */
import { hashText, slotOfUuid } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import type { World } from '../../core/world.ts'
import { changeKinds, faultsAt } from '../changes/change-kinds.ts'
import { OUTAGE, type Stage } from './stage.ts'

const pushFaults = faultsAt('push')

/** Adds the next push to the points of the run, and returns its index in `pending`. */
export function nextPush(stage: Stage, pending: readonly DuePush[]): number {
  const { bank, log, plan, delivered, world } = stage
  const next = pending[0] as DuePush
  if (delivered.includes(next.eventId)) return 0
  const nth = log.countOf('push') + 1
  const sampled = plan.order?.choose(pending.map(({ eventId }) => eventId))
  const choice = sampled ?? Math.min(plan.at('first', nth)?.choice ?? 0, pending.length - 1)
  const { eventId, eventName, resources, isSigned, callbackUrl } = pending[choice] as DuePush
  const canGoFirst = choice === 0 && !plan.order ? goFirst(world, pending) : []
  const what = hashText(resources.join())
  log.add('push', eventName, { isSigned, canGoFirst, isOfProcess: stage.hasReceivingProcess, what })
  log.note(eventName, resources, world.now)
  delivered.push(eventId)
  if (plan.at('receiverDown', nth)) stage.receiverDownUntil = world.now + OUTAGE
  if (plan.at('suspended', nth)) {
    stage.receiverDownUntil = Number.POSITIVE_INFINITY
    stage.abandoned.add(new URL(callbackUrl).href)
  }
  const kind = pushFaults.find((each) => plan.at(each, nth))
  const fault = kind && changeKinds[kind].fault
  if (kind === 'lost') stage.lost.add(eventId)
  if (fault) bank.faults.inject(fault.kind as 'drop', { nth: 1, uses: 1 })
  return choice
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
