/**
 * Asks a service which amounts a wire may have, from a subledger that a restriction closes to wires. The smallest wire must be Rejected
 * before a larger one is requested. Also makes the wires that other questions use; they move hardly any money. (§8)
 */
import { assumptions } from '../../../core/assumptions/catalogue.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import { askedAnew, Inconclusive, ifConclusive, whyNot } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { between } from '../idempotency.ts'
import { is, story, unknown } from '../question.ts'
import {
  blockedSubledger,
  isEnded,
  messageFrom,
  originate,
  surely,
  type Wire,
  wireFrom,
  wireOnce,
  withdraw,
} from './requests.ts'

const PRESET = assumptions['limits.amountMaximum'].default

/** The largest amount before the restriction is known to stop wires: 10,485.76. */
const MOST_AT_RISK = 2 ** 20

/** The condition for all requests of wires. */
export const ACCEPTED =
  'a wire of 1, 2, 4, 8 … minor units (at most mostAmount) is accepted, and a restriction stops it within maxWait'

/**
 * Finds the bounds of accepted amounts, in minor units.
 *
 * @returns `least`: the smallest accepted amount; `most`: the largest, undefined if larger ones may be accepted; `accepted`: the largest
 *   that was requested and accepted
 * @throws {Inconclusive} if no amount is accepted, or the restriction does not stop the wire
 */
async function amounts(service: Service) {
  const { mostAmount } = service.options
  const payer = await service.once(blockedSubledger)
  const ask = (amount: number) => originate(service, { ...wireFrom(service, payer), amount })
  // Asks again after a call without an answer: the wire cannot go out, so it does no harm if it is made twice.
  const accepts = async (amount: number) => (await askedAnew(() => ask(amount))) !== undefined
  const { wire, accepted, refused } = await firstAccepted(service, ask, Math.min(MOST_AT_RISK, mostAmount))
  await rejected(service, wire)
  const least = refused === undefined ? accepted : await between(accepts, accepted, refused)
  // Up to our bank's maximum, then the next amount, then all others.
  let inside = accepted
  for (const step of [PRESET, PRESET + 1, Number.MAX_SAFE_INTEGER]) {
    const outside = Math.min(step, mostAmount)
    if (outside > inside && !(await accepts(outside))) {
      const most = await between(accepts, inside, outside)
      return { least, most, accepted: most }
    }
    inside = Math.max(inside, outside)
  }
  return { least, most: mostAmount >= Number.MAX_SAFE_INTEGER ? mostAmount : undefined, accepted: mostAmount }
}

/**
 * A small amount that no other wire has, unless the service accepts too few: where the option `wire` gives the beneficiary, a service may
 * hold a second wire of the same amount as a suspected duplicate.
 *
 * @throws {Inconclusive} if no amount is accepted
 */
export async function ownAmount(service: Service): Promise<number> {
  const { least, accepted } = await service.once(amounts)
  return Math.min(least + ++service.session.paid, accepted)
}

export const amountBounds = story({
  tells: {
    'limits.amountMinimum': ACCEPTED,
    'limits.amountMaximum': `${ACCEPTED}; the maximum is not above mostAmount, nor the money that is available`,
  },
  how: 'requests the smallest wire from a subledger that a restriction closes to wires; once that wire is Rejected, requests wires of other amounts',
  scope: 'money',
  async *tell(service) {
    const { least, most, accepted } = await service.once(amounts)
    yield { 'limits.amountMinimum': is(least, `the smallest accepted wire has the amount ${least}`) }
    const beyond = unknown(`a wire of ${accepted} was accepted, and no larger one was requested (option mostAmount)`)
    if (most === undefined) return yield { 'limits.amountMaximum': beyond }
    const seen = `the largest accepted wire has the amount ${most}`
    const isAll = (await balances(service)).includes(most)
    yield { 'limits.amountMaximum': isAll ? unknown(`${seen}, but no more money is available`) : is(most, seen) }
  },
})

/** The balances on which a wire of the subledger may draw: those of each subledger, and their sum. (§2.9) */
async function balances(service: Service): Promise<number[]> {
  const { accountNumber: masterAccountNumber } = service
  const listed = await service.all('listSubledgers', { query: { masterAccountNumber } }).catch(ifConclusive)
  const implicit = await service.read('getSubledger', { accountNumber: masterAccountNumber }).catch(ifConclusive)
  const others = (listed ?? []).filter((each) => each['accountNumber'] !== masterAccountNumber)
  const all = [implicit, ...others].map((record) => Math.max(Number(fieldOf(record, 'availableBalance')), 0))
  return [...all, all.reduce((sum, each) => sum + each, 0)]
}

/** The smallest accepted power of two, and the refused one before it. @throws {Inconclusive} if none is accepted */
async function firstAccepted(service: Service, ask: (amount: number) => ReturnType<typeof originate>, most: number) {
  let refused: number | undefined
  for (let accepted = 1; accepted <= most; accepted *= 2) {
    const wire = await ask(accepted)
    if (wire !== undefined) return { wire: wire.id, accepted, refused }
    refused = accepted
  }
  throw new Inconclusive(
    `wires of 1, 2, 4, 8 … to ${most} were all refused, the last with ${service.refusal}. Give the fields that the service needs in the option wire. Larger wires are not requested before a restriction is known to stop them`,
  )
}

/** Waits until a wire is Rejected. @throws {Inconclusive} after withdrawing it, if it is not Rejected within maxWait */
async function rejected(service: Service, id: string): Promise<void> {
  let status: unknown
  const early = await whyNot(wireOnce(service, id, isEnded).then((record) => ({ status } = record)))
  if (status === 'Rejected') return
  await withdraw(service, id).catch(ifConclusive)
  const why = early?.message ?? `a wire that a restriction should have stopped is ${String(status)}`
  throw new Inconclusive(`no larger wire is requested before a restriction is seen to stop the smallest: ${why}`)
}

export const takesMessages = async (service: Service): Promise<boolean> =>
  (await originate(service, messageFrom(service, service.accountNumber))) !== undefined

/** A new wire to follow: a message, or else a small wire of the account. @throws {Inconclusive} if neither is accepted */
export async function idleWire(service: Service): Promise<Wire> {
  const { accountNumber } = service
  const request = (await service.once(takesMessages))
    ? messageFrom(service, accountNumber)
    : { ...wireFrom(service, accountNumber), amount: await ownAmount(service) }
  return await surely(service, request, 'a wire that was accepted before')
}

/** A request that the service accepts and that moves no money; questions change its fields. @throws {Inconclusive} if there is none */
export async function knownGood(service: Service): Promise<Fields> {
  if (await service.once(takesMessages)) return messageFrom(service, service.accountNumber)
  return await knownGoodTransfer(service)
}

/** Like `knownGood`, but with an amount. */
export async function knownGoodTransfer(service: Service): Promise<Fields> {
  const amount = await ownAmount(service)
  return { ...wireFrom(service, await service.once(blockedSubledger)), amount }
}
