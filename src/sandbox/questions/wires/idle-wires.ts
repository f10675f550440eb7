/**
 * Wires that move no money, or hardly any. A service message is text to another bank, and moves none. Where the service takes no messages,
 * a wire of the smallest amount stands for one; where it need not leave, it comes from a subledger of which no wire can.
 */
import type { Fields } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { smallestAmount } from './amounts.ts'
import { originate, type Wire } from './asking-wires.ts'
import { blockedSubledger, messageFrom, wireFrom } from './requests.ts'

/** Whether the service takes messages: asked once. */
export const takesMessages = async (service: Service): Promise<boolean> =>
  (await originate(service, messageFrom(service, service.accountNumber))) !== undefined

/** A wire to follow: a message, or else the smallest wire of the account. @throws {Inconclusive} where neither is accepted */
export async function idleWire(service: Service): Promise<Wire> {
  const { accountNumber } = service
  const request = (await service.once(takesMessages))
    ? messageFrom(service, accountNumber)
    : { ...wireFrom(service, accountNumber), amount: await smallestAmount(service) }
  const wire = await originate(service, request)
  if (wire === undefined) throw new Inconclusive('a wire that was accepted before was refused')
  return wire
}

/** A request that the service accepts, and that moves no money: of it one field is changed at a time. @throws {Inconclusive} where there is none */
export async function knownGood(service: Service): Promise<Fields> {
  if (await service.once(takesMessages)) return messageFrom(service, service.accountNumber)
  return await knownGoodTransfer(service)
}

/** The same, with an amount. */
export async function knownGoodTransfer(service: Service): Promise<Fields> {
  const amount = await smallestAmount(service)
  return { ...wireFrom(service, await service.once(blockedSubledger)), amount }
}
