/** How wires end that do not go out: withdrawn by the partner, or refused by the bank. (§2.4, §3) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { amountsOf } from './amounts.ts'
import { simulate } from './inbound.ts'
import { lifeOf } from './life.ts'
import { blockedSubledger } from './payer.ts'
import { isAccepted, message, originate, read, readUntil, waitUntil, withdraw, withdrawMessages } from './reading.ts'
import { customerTransfer, inboundMessage } from './requests.ts'
import { settled } from './stopping.ts'

/** So many messages are made to find one that has not gone out yet. */
const MOST_TRIES = 5
/** A moment after something is due. */
const MOMENT = 500

export const endingProbes: readonly Probe[] = [
  {
    name: 'a withdrawal',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'withdraws a service message as soon as it is on Hold or Pending, and tries to before, and an inbound one',
    tells: { 'wires.canceling': 'a message comes to Hold or Pending' },
    async run(service, tell) {
      const { review } = lifeOf(service)
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { id } = await message(service)
        const start = service.now()
        if (review >= 2_000 && isAccepted(await withdraw(service, id), 'withdrawing a wire')) {
          return tell.differs('wires.canceling', 'a wire that was only Created was withdrawn')
        }
        await waitUntil(service, start + review + MOMENT)
        const { status: before } = await read(service, id)
        if (before !== 'Hold' && before !== 'Pending') continue
        const answer = await withdraw(service, id)
        const { status } = await read(service, id)
        const words = `withdrawing a wire with status ${before} was answered ${answer.status}, and it is ${String(status)}`
        if (!isAccepted(answer, 'withdrawing a wire') || status !== 'Canceled') {
          return tell.differs('wires.canceling', words)
        }
        if (await isInboundWithdrawn(service)) {
          return tell.differs('wires.canceling', 'an inbound wire was withdrawn')
        }
        tell.agrees('wires.canceling', words)
        return await withdrawMessages(service)
      }
      throw new Inconclusive('every message had gone out before it could be withdrawn')
    },
  },
  {
    name: 'a wire that cannot be posted',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks for more than there is from a subledger that a restriction closes to wires, and reads what becomes of it',
    tells: {
      'wires.creationChecks': 'an amount was found that is accepted, and a wire leaves Created within maxWait',
      'wires.postingOrder':
        'a larger amount is accepted than is on the account, and a wire leaves Created within maxWait',
    },
    async run(service, tell) {
      const [{ most }, payer] = [await amountsOf(service), await blockedSubledger(service)]
      const isUnfunded = most > (await availableOn(service))
      const wire = await originate(service, customerTransfer(payer, most))
      if (wire === undefined) return tell.differs('wires.creationChecks', 'it was refused at once')
      const { record } = await readUntil(service, wire.id, ({ status }) => status !== 'Created').finally(() =>
        settled(service, [wire.id], 0),
      )
      const { status, postingCode } = record
      const words = `it was accepted, and is ${String(status)} with postingCode ${String(postingCode)}`
      if (status !== 'Rejected') return tell.differs('wires.creationChecks', words)
      tell.agrees('wires.creationChecks', words)
      if (!isUnfunded) tell.unknown('wires.postingOrder', `the largest wire that is accepted, of ${most}, is funded`)
      else if (postingCode === 'RES') tell.agrees('wires.postingOrder', `restricted and unfunded: ${words}`)
      else tell.differs('wires.postingOrder', `restricted and unfunded: ${words}`)
    },
  },
]

async function isInboundWithdrawn(service: Service): Promise<boolean> {
  const inbound = await simulate(service, inboundMessage(service.accountNumber))
  return inbound !== undefined && isAccepted(await withdraw(service, inbound.id), 'withdrawing a wire')
}

/** What is available on the account. @throws {Inconclusive} where it cannot be read */
async function availableOn(service: Service): Promise<number> {
  const { status, body } = await service.ask('getSubledger', { parameters: { accountNumber: service.accountNumber } })
  const available = (body as { availableBalance?: unknown } | null)?.availableBalance
  if (typeof available !== 'number') throw new Inconclusive(`reading the account was answered ${status}`)
  return available
}
