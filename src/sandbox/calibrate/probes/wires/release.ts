/** Two wires of the smallest amount that go out, or should: one to an account of the bank itself, one restricted on its way. (§2.3, §2.8) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { type WireRecord, wireIn } from '../../wire-records.ts'
import type { Fields } from '../field.ts'
import { smallestAmount } from './amounts.ts'
import { simulate } from './inbound.ts'
import { block, openSubledger, unblock } from './payer.ts'
import { message, originate, readUntil, withdraw } from './reading.ts'
import { customerTransfer, inboundTransfer } from './requests.ts'

const isEnded = ({ status }: WireRecord) => ['Completed', 'Rejected', 'Canceled'].includes(String(status))

/** By this the wire to the bank itself is known, should it come in. */
const OWN = 'OWN ACCOUNT'
/** So many wires are made to find one that can be restricted before its batch. */
const MOST_TRIES = 5

export const releaseProbes: readonly Probe[] = [
  {
    name: 'a wire that is restricted while it waits',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'pays a wire of the smallest amount from a subledger that has just received it, restricts that once the wire is Pending, and looks what becomes of it',
    tells: {
      'wires.restrictionCheck':
        'the smallest amount can be simulated to come in, and its wire waits for a batch when it is looked at',
    },
    async run(service, tell) {
      const payer = await funded(service)
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const wire = await paid(service, customerTransfer(payer, await smallestAmount(service)))
        const { record } = await readUntil(service, wire.id, ({ status }) => status !== 'Created' && status !== 'Hold')
        if (record['status'] === 'Pending') return await tellOfRestricted(service, tell, payer, wire.id)
        if (record['status'] === 'Rejected')
          throw new Inconclusive(`a funded wire was rejected with ${String(record['postingCode'])}`)
        await fund(service, payer)
      }
      throw new Inconclusive('every wire had gone out before it could be restricted')
    },
  },
  {
    name: 'a wire to the bank itself',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'pays a wire of the smallest amount from a subledger that has just received it to the account itself, and looks for one that comes in',
    tells: {
      'wires.ownAccounts':
        'the smallest amount can be simulated to come in, the wire goes out, and its routing number is accepted',
    },
    async run(service, tell) {
      const { senderRoutingNumber: own } = await message(service)
      if (typeof own !== 'string') throw new Inconclusive('no wire names the routing number of the bank')
      const payer = await funded(service)
      const request = {
        ...customerTransfer(payer, await smallestAmount(service)),
        receiverRoutingNumber: own,
        beneficiary: { idCode: 'D', identifier: service.accountNumber, name: 'Calibration' },
        beneficiaryReference: OWN,
      }
      const wire = await originate(service, request)
      if (wire === undefined) throw new Inconclusive(`a wire to ${own}, the bank itself, is refused`)
      try {
        await tellOfOwn(service, tell, wire.id)
      } finally {
        await withdraw(service, wire.id)
      }
    },
  },
]

async function tellOfOwn(service: Service, tell: Tell, id: string): Promise<void> {
  const { record } = await readUntil(service, id, isEnded)
  const { status, postingCode } = record
  if (status !== 'Completed') {
    return tell.unknown('wires.ownAccounts', `the wire is ${String(status)}, ${String(postingCode)}`)
  }
  const isBack = await cameIn(service, (each) => each['beneficiaryReference'] === OWN)
  if (isBack) tell.differs('wires.ownAccounts', 'it came in again')
  else tell.agrees('wires.ownAccounts', 'it was completed, and none came in')
}

async function tellOfRestricted(service: Service, tell: Tell, payer: string, id: string): Promise<void> {
  const restriction = await block(service, payer)
  try {
    const { record } = await readUntil(service, id, isEnded)
    const words = `it is ${String(record['status'])} with postingCode ${String(record['postingCode'])}`
    if (record['status'] === 'Completed') tell.is('wires.restrictionCheck', 'review', words)
    else if (record['status'] === 'Rejected') tell.is('wires.restrictionCheck', 'release', words)
    else tell.differs('wires.restrictionCheck', words)
  } finally {
    await withdraw(service, id)
    await unblock(service, restriction)
  }
}

const paid = async (service: Service, request: Fields) => {
  const wire = await originate(service, request)
  if (wire === undefined) throw new Inconclusive('a wire of the smallest amount that was accepted before was refused')
  return wire
}

/** A subledger with the smallest amount on it, which came in just now. */
async function funded(service: Service): Promise<string> {
  const payer = await openSubledger(service, 'Calibration')
  await fund(service, payer)
  return payer
}

async function fund(service: Service, payer: string): Promise<void> {
  const amount = await smallestAmount(service)
  const inbound = await simulate(service, inboundTransfer(payer, amount))
  if (inbound === undefined) throw new Inconclusive(`a simulation of ${amount} that come in was refused`)
  const { record } = await readUntil(service, inbound.id, isEnded)
  if (record['status'] !== 'Completed')
    throw new Inconclusive(`money that was simulated to come in was ${String(record['status'])}`)
}

/** Pages of a list that are read at most. */
const MOST_PAGES = 40

/** Whether an inbound wire is in the list. @throws {Inconclusive} where the list cannot be read to its end */
async function cameIn(service: Service, isIt: (record: WireRecord) => boolean): Promise<boolean> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { status, body } = await service.ask('listWires', { query: { pageNumber: String(page), pageSize: '50' } })
    const { results, hasNextPage } = (body ?? {}) as { results?: unknown; hasNextPage?: unknown }
    if (!Array.isArray(results)) throw new Inconclusive(`listing wires was answered ${status}`)
    if (results.some((each) => wireIn(each)?.['direction'] === 'Inbound' && isIt(each as WireRecord))) return true
    if (hasNextPage !== true) return false
  }
  throw new Inconclusive(`there are more than ${MOST_PAGES} pages of wires`)
}
