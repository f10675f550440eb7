/** Subledgers that wires are asked for from. (§2.8, §2.9) */
import { Inconclusive } from '../../service/inconclusive.ts'
import { make, markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'

/** Longer than a name of the network, which has 35 characters. */
export const LONG_TITLE = 'Calibration-of-what-is-left-open-by-the-specification'

/**
 * A subledger of which no wire can leave. It stays, as no call closes it, and so does its restriction, as wires of it may still be reviewed.
 */
export async function blockedSubledger(service: Service): Promise<string> {
  const number = await openFor(service, LONG_TITLE)
  await block(service, number)
  return number
}

/** Opens a subledger. @throws {Inconclusive} where none can be opened */
export async function openFor(service: Service, title: string): Promise<string> {
  const { id, status } = await make(service, 'subledger', { masterAccountNumber: service.accountNumber, title })
  if (id === undefined) throw new Inconclusive(`opening a subledger was answered ${status}`)
  return id
}

/** Lets no wire leave a subledger. @throws {Inconclusive} where no restriction can be placed */
export async function block(service: Service, subAccountNumber: string): Promise<void> {
  const body = { subAccountNumber, appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', reason: markOf(service) }
  const { id, status } = await make(service, 'restriction', body)
  if (id === undefined) throw new Inconclusive(`placing a restriction was answered ${status}`)
}
