/** The requests for wires that a service accepts and that move hardly any money: other questions change their fields. (§2.3, §8) */
import type { Fields } from '../../service/fields.ts'
import { Inconclusive, ifConclusive, retry } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { making } from '../question.ts'
import { blockedSubledger, messageFrom, originate, readWire, surely, type Wire, wireFrom } from './requests.ts'

/** The smallest accepted power of two, from a subledger that a restriction closes to wires. @throws {Inconclusive} if none is accepted */
async function leastAmount(service: Service): Promise<number> {
  const { mostAmount } = service.options
  const payer = await service.once(blockedSubledger)
  for (let amount = 1; amount <= mostAmount; amount *= 2) {
    // The wire cannot go out, so it does no harm if it is requested again after a call without an answer.
    const wire = await retry(() => originate(service, { ...wireFrom(service, payer), amount }))
    if (wire === undefined) continue
    // The answer may have no more than the id.
    await readWire(service, wire.id).catch(ifConclusive)
    return amount
  }
  const cause = /restrict|block/i.test(service.refusal)
    ? 'The service refuses at once what the restriction of their subledger blocks'
    : /amount|minimum|limit/i.test(service.refusal)
      ? 'Raise the option mostAmount'
      : 'Give the fields that the service needs by the option wire'
  throw new Inconclusive(
    `wires of 1, 2, 4, 8 … to ${mostAmount} were all refused, the last with ${service.refusal}. ${cause}`,
  )
}

/**
 * A small amount that no other wire has: where the option `wire` gives the beneficiary, a service may hold a second wire of the same amount
 * as a suspected duplicate.
 */
export async function ownAmount(service: Service): Promise<number> {
  const least = await service.once(leastAmount)
  return Math.min(least + ++service.session.paid, service.options.mostAmount)
}

/** The first message that is requested; undefined if the service takes none. */
export const firstMessage = (service: Service): Promise<Wire | undefined> =>
  originate(service, messageFrom(service, service.accountNumber))

/** A new wire to follow: a message, or else a small wire of the account. @throws {Inconclusive} if neither is accepted */
export async function idleWire(service: Service): Promise<Wire> {
  const { accountNumber } = service
  const request = (await service.once(firstMessage))
    ? messageFrom(service, accountNumber)
    : { ...wireFrom(service, accountNumber), amount: await ownAmount(service) }
  return await surely(service, request, 'a wire that was accepted before')
}

/** A request that the service accepts and that moves no money. @throws {Inconclusive} if there is none */
export async function knownGood(service: Service): Promise<Fields> {
  if (await service.once(firstMessage)) return messageFrom(service, service.accountNumber)
  return await knownGoodTransfer(service)
}

/** Prepares the questions about wires. */
export const findingWire = making({
  scope: 'money',
  how: 'looks for a wire that is accepted: a service message, or else a small amount from a new subledger that a restriction closes to wires',
  make: knownGood,
})

/** Like `knownGood`, but with an amount. */
export async function knownGoodTransfer(service: Service): Promise<Fields> {
  const amount = await ownAmount(service)
  return { ...wireFrom(service, await service.once(blockedSubledger)), amount }
}
