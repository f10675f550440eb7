/**
 * Asks a service which amounts a wire may have, and makes the wires that other questions use. All these wires move hardly any money. (§8)
 *
 * The amounts are tried from a subledger that a restriction closes to wires. The smallest wire must be Rejected before a larger one is
 * requested. Other questions use a service message, which is text to another bank and moves no money. If the service accepts no messages,
 * they use a wire of a small amount: from the restricted subledger, unless the wire has to go out.
 */
import { assumptions } from '../../../core/assumptions/catalogue.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import { askedAnew, Inconclusive, ifConclusive, whyNot } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { between } from '../boundary.ts'
import { is, story, unknown } from '../question.ts'
import { isEnded, originate, readUntil, surely, type Wire, withdraw } from './asking-wires.ts'
import { blockedSubledger, messageFrom, wireFrom } from './requests.ts'

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
export async function amounts(service: Service) {
  const { mostAmount } = service.options
  const payer = await service.once(blockedSubledger)
  const ask = (amount: number) => originate(service, { ...wireFrom(service, payer), amount })
  // Asks again after a call without an answer: the wire cannot go out, so it does no harm if it is made twice.
  const accepts = async (amount: number) => (await askedAnew(() => ask(amount))) !== undefined
  const { wire, accepted, refused } = await firstAccepted(service, ask, Math.min(MOST_AT_RISK, mostAmount))
  await rejected(service, wire)
  const least = refused === undefined ? accepted : await between(accepts, accepted, refused)
  for (const [inside, outside] of upward(accepted, mostAmount)) {
    if (await accepts(outside)) continue
    const most = await between(accepts, inside, outside)
    return { least, most, accepted: most }
  }
  const most = mostAmount >= Number.MAX_SAFE_INTEGER ? mostAmount : undefined
  return { least, most, accepted: mostAmount }
}

/**
 * The most money that a wire of the restricted subledger can draw on. With ledgerType Direct this is the subledger's available balance;
 * otherwise it is at most the sum of the available balances of all subledgers of the master account. (§2.9)
 *
 * @throws {Inconclusive} if the balances cannot be read
 */
export async function funds(service: Service): Promise<number> {
  const accountNumber = await service.once(blockedSubledger)
  const payer = await service.read('getSubledger', { accountNumber })
  const availableOn = (record: Fields) => {
    const available = fieldOf(record, 'availableBalance')
    if (typeof available !== 'number') throw new Inconclusive('a subledger has no availableBalance')
    return Math.max(available, 0)
  }
  if (payer['ledgerType'] === 'Direct') return availableOn(payer)
  const { accountNumber: masterAccountNumber } = service
  const all = await service.all('listSubledgers', { query: { masterAccountNumber } })
  const others = all.filter((each) => each['accountNumber'] !== masterAccountNumber)
  const implicit = await service.read('getSubledger', { accountNumber: masterAccountNumber })
  return [implicit, ...others].map(availableOn).reduce((sum, each) => sum + each, 0)
}

/** The ranges to try above an accepted amount: up to our bank's maximum, then the next amount, then all others up to `mostAmount`. */
function upward(accepted: number, mostAmount: number): [inside: number, outside: number][] {
  const steps = [accepted, PRESET, PRESET + 1, Number.MAX_SAFE_INTEGER].map((amount) => Math.min(amount, mostAmount))
  return steps
    .slice(1)
    .flatMap((outside, index) => (outside > (steps[index] as number) ? [[steps[index] as number, outside]] : []))
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
    'limits.amountMaximum': `${ACCEPTED}; the maximum is not above mostAmount`,
  },
  how: 'requests the smallest wire from a new subledger that a restriction closes to wires; once that wire is Rejected, requests wires of other amounts',
  scope: 'money',
  async *tell(service) {
    const { least, most, accepted } = await service.once(amounts)
    yield { 'limits.amountMinimum': is(least, `the smallest accepted wire has the amount ${least}`) }
    const beyond = unknown(`a wire of ${accepted} was accepted, and no larger one was requested (option mostAmount)`)
    const seen = `the largest accepted wire has the amount ${most}`
    if (most === undefined) return yield { 'limits.amountMaximum': beyond }
    const isAll = most === (await service.once(funds).catch(ifConclusive))
    yield { 'limits.amountMaximum': isAll ? unknown(`${seen}, but no more money is available`) : is(most, seen) }
  },
})

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
  const early = await whyNot(readUntil(service, id, isEnded).then(({ record }) => ({ status } = record)))
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
