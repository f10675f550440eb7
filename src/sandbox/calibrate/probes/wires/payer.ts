/**
 * A subledger of which no wire can leave, so that large amounts can be asked for and nothing moves. It stays, as no call closes it,
 * and so does its restriction, as wires of it may still be reviewed.
 */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import { make, markOf } from '../making.ts'
import { ignoreStop, removeMade } from '../removing.ts'

/** Longer than a name of the network, which has 35 characters. */
export const LONG_TITLE = 'Calibration-of-what-is-left-open-by-the-specification'

/** Opens a subledger. @throws {Inconclusive} where none can be opened */
export async function openSubledger(service: Service, title: string): Promise<string> {
  const { id, status } = await make(service, 'subledger', { masterAccountNumber: service.accountNumber, title })
  if (id === undefined) throw new Inconclusive(`opening a subledger was answered ${status}`)
  return id
}

/** Lets no wire leave a subledger. @throws {Inconclusive} where no restriction can be placed */
export async function block(service: Service, subAccountNumber: string): Promise<string> {
  const reason = `${markOf(service)}: no wire is to leave`
  const body = { subAccountNumber, appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', reason }
  const { id, status } = await make(service, 'restriction', body)
  if (id === undefined) throw new Inconclusive(`placing a restriction was answered ${status}`)
  return id
}

export const unblock = (service: Service, id: string): Promise<unknown> =>
  removeMade(service, 'restriction', id).catch(ignoreStop)

const payers = new WeakMap<Service, Promise<string>>()

/** The subledger of which no wire can leave; made when it is asked for first. */
export function blockedSubledger(service: Service): Promise<string> {
  let payer = payers.get(service)
  if (payer === undefined) {
    payer = openSubledger(service, LONG_TITLE).then(async (number) => {
      await block(service, number)
      return number
    })
    payers.set(service, payer)
  }
  return payer
}
