/** Requests for wires, with parties that do not exist; reads them, and withdraws those that need not go out. (§2.3–2.5, §2.8) */
import { fieldsOf } from '../../../core/kernel/json.ts'
import { refusalText } from '../../recordings/refusal-text.ts'
import { type Fields, idIn } from '../../service/fields.ts'
import { Inconclusive, ifConclusive } from '../../service/inconclusive.ts'
import { checkRemoval, findUnclear, make, markOf, removeRest } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { isAccepted } from '../../service/traffic.ts'
import { takeSubledger } from '../accounts.ts'
import { making } from '../question.ts'

/** A payment record, of which only the id is checked. */
export type Wire = Fields & { readonly id: string }

export const isEnded = ({ status }: Fields): boolean => /^(Completed|Rejected|Canceled)$/.test(String(status))

export function wireIn(body: unknown): Wire | undefined {
  const id = idIn(body)
  return id === undefined ? undefined : { ...fieldsOf(body), id }
}

/** A routing number that no institution has. Its check digit is correct. */
export const NO_INSTITUTION = '987654320'

export const beneficiary = { idCode: 'D', identifier: '1234567', name: 'Calibration' }

/** A beneficiary that no other wire of the run has: a service may hold a second wire to the same one as a suspected duplicate. */
const newBeneficiary = ({ session }: Service): Fields => {
  const number = session.newNumber()
  return { ...beneficiary, identifier: String(1_234_567 + number), name: `Calibration ${number}` }
}

/** The documented example without an amount. The option `wire` replaces fields. */
export const wireFrom = (service: Service, accountNumber: string): Fields => ({
  accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: NO_INSTITUTION,
  beneficiary: newBeneficiary(service),
  beneficiaryReference: 'CALIBRATION',
  purpose: markOf(service),
  ...service.options.wire,
})

/** A service message: text to another bank, which moves no money. */
export const messageFrom = (service: Service, accountNumber: string): Fields => ({
  ...wireFrom(service, accountNumber),
  businessFunctionCode: 'SVC',
})

export function inboundMessage(service: Service): Fields {
  // A service may know no other institution than that in the option `wire`.
  const sender = String(service.options.wire['receiverRoutingNumber'] ?? NO_INSTITUTION)
  return {
    accountNumber: service.accountNumber,
    originator: beneficiary,
    businessFunctionCode: 'SVC',
    senderRoutingNumber: sender,
    senderDiName: 'Calibration Bank',
    originatorFi: { idCode: 'F', identifier: sender, name: 'Calibration Bank' },
    // The network allows sixteen characters.
    beneficiaryReference: markOf(service).replace('ibrate', '').slice(-16),
  }
}

/** Milliseconds after which a new subledger can pay; the specification says "usually within seconds". (§2.9 rule 9) */
const READY = 5_000

/** A subledger that a restriction closes to wires. Both remain: no call closes a subledger, and wires from it may still be in review. */
export async function blockedSubledger(service: Service): Promise<string> {
  await checkRemoval(service, 'restriction')
  const number = await takeSubledger(service)
  const restriction = { appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', reason: markOf(service) }
  const { id, status } = await make(service, 'restriction', { subAccountNumber: number, ...restriction })
  if (id === undefined) throw new Inconclusive(`placing a restriction was answered ${status}`)
  await service.wait(Math.min(READY, service.waitLeft))
  return number
}

/** Makes a function that returns undefined if its request is refused. */
const asking =
  (kind: 'wire' | 'simulation', words: string) =>
  async (service: Service, request: Fields): Promise<Wire | undefined> => {
    const answer = await make(service, kind, request)
    if (!isAccepted(answer, words)) {
      service.refusal = refusalText(answer)
      return undefined
    }
    const record = wireIn(answer.body)
    if (record === undefined) throw new Inconclusive(`the answer to ${words} has no id`)
    return record
  }

export const originate = asking('wire', 'a request for a wire')
export const simulate = asking('simulation', 'a simulation of an inbound wire')

/** @throws {Inconclusive} if the wire is refused, because then a refused variant shows nothing */
export async function surely(service: Service, request: Fields, words: string, send = originate): Promise<Wire> {
  const wire = await send(service, request)
  if (wire === undefined) throw new Inconclusive(`${words} was refused: ${service.refusal}`)
  return wire
}

/** @throws {Inconclusive} if the wire cannot be read */
export const readWire = (service: Service, id: string): Promise<Fields> => service.read('getWire', { id })

/** Withdraws the wires that have not gone out, and removes from the leftovers those that move no money. (§2.5) */
async function endWires(service: Service): Promise<void> {
  const { left, made } = service.session
  for (const [id, kind] of left) {
    if (kind !== 'wire' || !made.has(id)) continue
    const answer = await service.ask('getWire', { parameters: { id } }).catch(ifConclusive)
    await endWire(service, { ...answer?.record, id })
  }
}

async function endWire(service: Service, record: Wire): Promise<void> {
  const { left, made } = service.session
  const { id, status, direction, amount = made.get(id)?.body['amount'] } = record
  const isPayment = Number(amount) > 0
  if (isEnded(record) || !isPayment) left.delete(id)
  if (isPayment && status === 'Completed') left.set(id, 'paid wire')
  if (direction !== 'Inbound' && (status === 'Hold' || status === 'Pending')) {
    const canceled = await service.ask('cancelWire', { parameters: { id } }).catch(ifConclusive)
    if (canceled?.isDone) left.delete(id)
  }
}

/** Ends the wires and removes the records. A wire can be withdrawn only after its review, so this waits as long as a question may. */
export const closing = making({
  scope: 'create',
  needsAccount: false,
  how: 'waits until its wires have ended, for as long as the option maxWait allows, and removes what it made',
  async make(service) {
    await service.tidy(() => findUnclear(service)).catch(ifConclusive)
    const isOver = async () => {
      await service.tidy(() => endWires(service)).catch(ifConclusive)
      const isAwaited = [...service.session.left].some(([id, kind]) => kind === 'wire' && service.session.made.has(id))
      return !isAwaited || service.options.signal?.aborted || undefined
    }
    await service.until(isOver).catch(ifConclusive)
    await service.tidy(() => removeRest(service)).catch(ifConclusive)
  },
})
