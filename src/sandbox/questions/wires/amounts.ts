/**
 * Which amounts a wire may have. The wires are asked for from a subledger that no wire can leave, so that nothing moves; the smallest one
 * proves that before a larger one is asked for. Other questions need wires that move no money, or hardly any: a service message is text to
 * another bank, and moves none. Where the service takes no messages, a wire of the smallest amount takes its place; where that wire need not
 * leave, it comes from such a subledger. (§8)
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

/** The largest amount that is asked for before the restriction is known to stop wires: 10,485.76. */
const MOST_AT_RISK = 2 ** 20

/** The condition for asking for wires at all. */
export const ACCEPTED =
  'a wire of a power of two to mostAmount is accepted, and the restriction is seen to stop it within maxWait'

/**
 * The bounds of the amounts that are accepted, in minor units.
 *
 * @returns the least and the most that is accepted, undefined where a larger one may be; `accepted` is the largest that was accepted
 * @throws {Inconclusive} where none is accepted, or a wire could leave
 */
export async function amounts(service: Service) {
  const { mostAmount } = service.options
  const payer = await service.once(blockedSubledger)
  const ask = (amount: number) => originate(service, { ...wireFrom(service, payer), amount })
  // One more wire that cannot leave costs nothing; a new beginning with all of them would come no further.
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
 * The most that a wire of the subledger may have: on a Direct ledger what is available on it; else the balance of the master account
 * decides, which is at most what is available on all its subledgers. (§2.9)
 *
 * @throws {Inconclusive} where that cannot be read
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

/** Amounts to try above one that is accepted: our own bound first, and the next one. */
function upward(accepted: number, mostAmount: number): [inside: number, outside: number][] {
  const steps = [accepted, PRESET, PRESET + 1, Number.MAX_SAFE_INTEGER].map((amount) => Math.min(amount, mostAmount))
  return steps
    .slice(1)
    .flatMap((outside, index) => (outside > (steps[index] as number) ? [[steps[index] as number, outside]] : []))
}

/** The smallest amount that is accepted. @throws {Inconclusive} where none is */
export const smallestAmount = async (service: Service): Promise<number> => (await service.once(amounts)).least

export const amountBounds = story({
  tells: { 'limits.amountMinimum': ACCEPTED, 'limits.amountMaximum': `${ACCEPTED}, and it is not above mostAmount` },
  how: 'asks for the smallest wire from a new subledger, of which a restriction lets none leave; and once that is seen as Rejected, for others of several amounts',
  scope: 'money',
  async *tell(service) {
    const { least, most, accepted } = await service.once(amounts)
    yield { 'limits.amountMinimum': is(least, `the smallest wire that was accepted is of ${least}`) }
    const beyond = unknown(`a wire of ${accepted} was accepted, and no larger one was asked for (option mostAmount)`)
    const seen = `the largest wire that was accepted is of ${most}`
    if (most === undefined) return yield { 'limits.amountMaximum': beyond }
    const isAll = most === (await service.once(funds).catch(ifConclusive))
    yield { 'limits.amountMaximum': isAll ? unknown(`${seen}: so much is available`) : is(most, seen) }
  },
})

/** The smallest power of two that is accepted, and the one before it. @throws {Inconclusive} where none is */
async function firstAccepted(service: Service, ask: (amount: number) => ReturnType<typeof originate>, most: number) {
  let refused: number | undefined
  for (let accepted = 1; accepted <= most; accepted *= 2) {
    const wire = await ask(accepted)
    if (wire !== undefined) return { wire: wire.id, accepted, refused }
    refused = accepted
  }
  throw new Inconclusive(
    `wires of 1, 2, 4, 8 … to ${most} were all refused, the last with ${service.refusal}: what it takes, say with the option wire; more is not asked for before a restriction is seen to stop one`,
  )
}

/** Waits until a wire is Rejected; withdraws it where it is not. @throws {Inconclusive} where it was not, or not within maxWait */
async function rejected(service: Service, id: string): Promise<void> {
  let status: unknown
  const early = await whyNot(readUntil(service, id, isEnded).then(({ record }) => ({ status } = record)))
  if (status === 'Rejected') return
  await withdraw(service, id).catch(ifConclusive)
  const why = early?.message ?? `a wire that a restriction should have stopped is ${String(status)}`
  throw new Inconclusive(`no larger wire is asked for before a restriction is seen to stop the smallest: ${why}`)
}

/** Whether the service takes messages: asked once. */
export const takesMessages = async (service: Service): Promise<boolean> =>
  (await originate(service, messageFrom(service, service.accountNumber))) !== undefined

/** A wire to follow: a message, or else the smallest wire of the account. @throws {Inconclusive} where neither is accepted */
export async function idleWire(service: Service): Promise<Wire> {
  const { accountNumber } = service
  const request = (await service.once(takesMessages))
    ? messageFrom(service, accountNumber)
    : { ...wireFrom(service, accountNumber), amount: await smallestAmount(service) }
  return await surely(service, originate(service, request), 'a wire that was accepted before')
}

/** A request that the service accepts and that moves no money; questions change one field of it. @throws {Inconclusive} where there is none */
export async function knownGood(service: Service): Promise<Fields> {
  if (await service.once(takesMessages)) return messageFrom(service, service.accountNumber)
  return await knownGoodTransfer(service)
}

/** The same, with an amount. */
export async function knownGoodTransfer(service: Service): Promise<Fields> {
  const amount = await smallestAmount(service)
  return { ...wireFrom(service, await service.once(blockedSubledger)), amount }
}
