/**
 * Orders: in which pushes that wait together can come. An order is a list of choices, step by step; a choice is the position among
 * those that wait, 0 being the one that is due. Where two pushes have nothing in common their order makes no difference, so a push
 * is moved forward only past one that it has something in common with.
 */
import type { Bank } from '../../bank.ts'
import { slotOfUuid } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import type { Run } from './run.ts'

/** The orders that differ from what a run did at one step after those that were chosen for it. */
export function nextOrders(chosen: readonly number[], { steps, bank }: Run): number[][] {
  const next: number[][] = []
  const topicsOf = topics(bank)
  for (let step = chosen.length; step < steps.length; step++) {
    const { pending } = steps[step] as Run['steps'][number]
    const before = steps.slice(0, step).map((each) => each.chosen)
    for (let position = 1; position < pending.length; position++) {
      const own = topicsOf(pending[position] as DuePush)
      const isDependent = pending
        .slice(0, position)
        .some((other) => topicsOf(other).some((topic) => own.includes(topic)))
      if (isDependent) next.push([...before, position])
    }
  }
  return next
}

/** Orders with one change less, or a smaller one. */
export function smallerOrders(choices: readonly number[]): number[][] {
  const smaller = choices.flatMap((choice, step) =>
    choice === 0
      ? []
      : [trimmed(choices.with(step, 0)), ...(choice > 1 ? [trimmed(choices.with(step, choice - 1))] : [])],
  )
  return smaller.filter((order) => order.length > 0)
}

/** An order without the choices at its end that change nothing. */
function trimmed(choices: readonly number[]): number[] {
  return choices.slice(0, choices.findLastIndex((choice) => choice !== 0) + 1)
}

/** What a push is about: its resources, and the accounts of its payments. */
function topics({ world }: Bank): (push: DuePush) => readonly string[] {
  const { seed } = world.settings
  return ({ resources }) =>
    resources.flatMap((resource) => {
      const wire = slotOfUuid(seed, streams.payment, resource.split('/').at(-1) ?? '')
      return wire === undefined ? [resource] : [resource, `account ${world.wires.payments.at(wire).order.subledger}`]
    })
}
