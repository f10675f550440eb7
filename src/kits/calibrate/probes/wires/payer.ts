/**
 * A subledger of which no wire can leave, so that large amounts can be asked for and nothing moves. It stays, as no call closes it,
 * and so does its restriction, as wires of it may still be reviewed.
 */
import type { Service } from '../../service.ts'
import { Stopped } from '../../stopped.ts'
import { isAccepted } from './desk.ts'

/** Longer than a name of the network, which has 35 characters. */
export const LONG_TITLE = 'Calibration-of-what-is-left-open-by-the-specification'

/** Opens a subledger. @throws {Stopped} where none can be opened */
export async function openSubledger(service: Service, title: string): Promise<string> {
  const body = { masterAccountNumber: service.accountNumber, title }
  const answer = await service.ask('createSubledger', { body })
  const number = (answer.body as { accountNumber?: unknown } | null)?.accountNumber
  if (!answer.isDone || typeof number !== 'string') {
    throw new Stopped(`opening a subledger was answered ${answer.status}`)
  }
  service.leaves('subledger', number)
  return number
}

/** Lets no wire leave a subledger. @throws {Stopped} where no restriction can be placed */
export async function block(service: Service, subAccountNumber: string): Promise<string> {
  const reason = 'calibration: no wire is to leave'
  const body = { subAccountNumber, appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', reason }
  const answer = await service.ask('createRestriction', {
    parameters: { accountNumber: service.accountNumber },
    body,
  })
  const id = (answer.body as { id?: unknown } | null)?.id
  if (!isAccepted(answer, 'placing a restriction') || typeof id !== 'string') {
    throw new Stopped(`placing a restriction was answered ${answer.status}`)
  }
  service.leaves('restriction', id)
  return id
}

export async function unblock(service: Service, id: string): Promise<void> {
  const { isDone } = await service.ask('removeRestriction', {
    parameters: { accountNumber: service.accountNumber, id },
  })
  if (isDone) service.gone(id)
}

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
