/** Deeds of the bank, as commands of a model-based test. A command chooses its subject, such as a wire, when it runs. (§2.5, §3, §6) */
import * as fc from 'fast-check'
import type { Bank } from '../../bank/bank.ts'
import { everyPage } from '../../bank/invariants/every-page.ts'
import { isFunction } from '../../contract/options.ts'
import type { Restriction } from '../../core/accounts/restriction.ts'
import type { Happening } from '../../core/happening.ts'
import type { Push } from '../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import type { WirePayment } from '../../core/wires/wire.ts'
import { mayBe, type WireStatus } from '../../core/wires/wire-status.ts'
import { accountsOf, amounts, durations, isArbitrary, optionsOf } from './numbers.ts'
import { criteria, inboundFields } from './requests.ts'

/** Something that happened at the bank. */
export type BankDeed =
  | { readonly what: 'wireReceived' | 'wireHeld' | 'wireApproved' | 'wireRejected'; readonly payment: WirePayment }
  | { readonly what: 'restrictionPlaced' | 'restrictionRemoved'; readonly restriction: Restriction }
  /** The clock advanced, and every push that was due has ended. */
  | { readonly what: 'clockAdvanced'; readonly happenings: readonly Happening[] }
  | { readonly what: 'pushRepeated'; readonly push: Push }

/** What `bankCommands` takes; everything is optional. */
export interface BankCommandOptions<Model extends object, Real> {
  /** Called after each deed, to update the model and to check expectations. */
  readonly after?: (deed: BankDeed, model: Model, real: Real) => void | Promise<void>
  /** Amounts in minor units; by default `amounts()`. */
  readonly amount?: fc.Arbitrary<number>
  /** How far the clock moves at a time; by default `durations()`, a second to five days. */
  readonly duration?: fc.Arbitrary<Parameters<Bank['clock']['advance']>[0]>
}

/**
 * Commands that act as the bank, to be mixed with your own in `fc.commands([...])`: an inbound wire arrives; the operations team holds,
 * approves or rejects a wire; a restriction is placed or removed; the clock advances and pushes settle; a push is delivered again. New
 * pushes are sent only when the clock advances, so your commands also run before a push.
 *
 * @param options - `after`: called after each deed; `amount`, `duration`: arbitraries to draw from
 * @returns arbitraries of commands for a real system that has the bank as `bank`
 * @example
 * ```ts
 * const commands = bankCommands<{ deeds: number }, { bank: Bank }>({ after: (_, model) => void model.deeds++ })
 * const start = () => ({ model: { deeds: 0 }, real: { bank: createBank() } })
 * await fc.assert(fc.asyncProperty(fc.commands(commands), (chosen) => fc.asyncModelRun(start, chosen)))
 * ```
 */
export function bankCommands<Model extends object, Real extends { readonly bank: Bank }>(
  options: BankCommandOptions<Model, Real> = {},
): fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] {
  const rules = { after: isFunction, amount: isArbitrary, duration: isArbitrary }
  const { after = () => {}, amount = amounts(), duration = durations() } = optionsOf('bankCommands', options, rules)
  const which = fc.nat(9)
  const command = (name: string, act: Act): fc.AsyncCommand<Model, Real> => ({
    check: () => true,
    async run(model, real) {
      const deed = await act(real.bank)
      if (deed) await after(deed, model, real)
    },
    toString: () => name,
  })
  const each = (acts: { readonly [Name: string]: IndexedAct }) =>
    fc
      .tuple(fc.constantFrom(...Object.keys(acts)), which)
      .map(([name, index]) => command(`${name}(${index})`, acts[name]!(index)))

  const receive = fc.tuple(which, inboundFields(amount)).map(([index, fields]) =>
    command(`receiveWire(${index}, ${fields.amount})`, (bank) => {
      const accountNumber = pick(accountsOf(bank), index) as string
      return { what: 'wireReceived', payment: bank.wires.simulateInbound({ accountNumber, ...fields }) }
    }),
  )
  const restrict = criteria([], amount).map((request) =>
    command(`placeRestriction(${JSON.stringify(request)})`, ({ desk, masterAccount }) => ({
      what: 'restrictionPlaced',
      restriction: desk.restrictions.create({ accountNumber: masterAccount.accountNumber, ...request }),
    })),
  )
  const advance = duration.map((by) =>
    command(`advance(${JSON.stringify(by)})`, async ({ clock }) => ({
      what: 'clockAdvanced',
      happenings: await clock.advanceAsync(by),
    })),
  )
  const decide = each({
    holdWire: onWire('hold', 'wireHeld'),
    approveWire: onWire('approve', 'wireApproved'),
    rejectWire: onWire('reject', 'wireRejected'),
  })
  return [receive, decide, restrict, each({ removeRestriction }), advance, each({ repeatPush })]
}

/** Acts on a subject, and returns the deed; undefined if there is no subject. */
type Act = (bank: Bank) => BankDeed | undefined | Promise<BankDeed | undefined>

type IndexedAct = (index: number) => Act

/** Holds, approves or rejects a wire whose status allows this. A held wire is not held again. */
const onWire =
  (step: 'hold' | 'approve' | 'reject', what: 'wireHeld' | 'wireApproved' | 'wireRejected'): IndexedAct =>
  (index) =>
  ({ wires, desk }) => {
    const isHeld = (status: WireStatus) => step === 'hold' && mayBe('approve', status)
    const movable = everyPage(wires.list).filter(({ status }) => mayBe(step, status) && !isHeld(status))
    const wire = pick(movable, index)
    return wire && { what, payment: desk[step](wire.id) }
  }

const removeRestriction: IndexedAct =
  (index) =>
  ({ desk, masterAccount: { accountNumber } }) => {
    const restrictions = everyPage((page) => desk.restrictions.list({ accountNumber, ...page }))
    const restriction = pick(restrictions, index)
    return restriction && { what: 'restrictionRemoved', restriction: desk.restrictions.remove(restriction.id) }
  }

/** Delivers a push again, as a bank does if the answer to the push was lost. */
const repeatPush: IndexedAct = (index) => async (bank) => {
  const accepted = bank.pushes.filter(({ outcome }) => pushOutcomes[outcome].isAccepted)
  const push = pick(accepted, index)
  return push && { what: 'pushRepeated', push: await bank.outbox.deliver(push.notification.id) }
}

/** The item at an index, which wraps around; undefined if the list is empty. */
function pick<Item>(list: readonly Item[], index: number): Item | undefined {
  return list[index % Math.max(list.length, 1)]
}
