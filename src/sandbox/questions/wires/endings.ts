/** Questions on how wires end: withdrawn, restricted, repeated, unfunded, or sent to the bank itself. (§2.3, §2.4, §2.8, §3, §7) */
import type { Fields } from '../../service/fields.ts'
import { Inconclusive, ifConclusive } from '../../service/inconclusive.ts'
import { markOf, removeMade } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { isAccepted } from '../asking.ts'
import { agrees, agreesIf, ask, differs, is, making, shownBy, story, type VerdictOn } from '../question.ts'
import { ACCEPTED, amounts, funds, idleWire, knownGoodTransfer, ownAmount } from './amounts.ts'
import { isEnded, originate, outcomeOf, readUntil, readWire, simulate, surely, withdraw } from './asking-wires.ts'
import { life } from './life.ts'
import { block, blockedSubledger, inboundMessage, inboundTransfer, openFor, wireFrom } from './requests.ts'

/** The most wires made to find one that has not gone out yet. */
const MOST_TRIES = 5
/** Milliseconds to wait after something is due. */
const MOMENT = 500

export const wholeLives = making({
  scope: 'money',
  how: 'requests two wires that move no money, simulates an inbound message, and reads the three until they have ended',
  async make(service) {
    const inbound = await simulate(service, inboundMessage(service))
    // Two wires may share a batch.
    const outbound = [await idleWire(service), await idleWire(service)]
    if (inbound) await readUntil(service, inbound.id, isEnded)
    for (const { id } of outbound) await readUntil(service, id, isEnded)
  },
})

export const canceling = ask<'wires.canceling'>({
  scope: 'money',
  how: 'tries to withdraw a wire while it is Created, and again once it is on Hold or Pending; tries to withdraw an inbound wire, too',
  when: 'a wire comes to Hold or Pending',
  async of(service) {
    const { review } = await service.once(life)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // The wire may have been made at this instant already, if the first answer was lost.
      const asked = service.now()
      const { id } = await idleWire(service)
      const start = service.now()
      if (review >= 4 * MOMENT && (await isWithdrawn(service, id))) {
        // If the call had to wait, it may have come after the review.
        if (service.now() - asked > review / 2) continue
        return differs('a wire that was only Created was withdrawn')
      }
      await service.waitUntil(start + review + MOMENT)
      const { status: before } = await readWire(service, id)
      if (before !== 'Hold' && before !== 'Pending') continue
      const answer = await withdraw(service, id)
      const { status } = await service.untilShown(
        () => readWire(service, id),
        (wire) => wire['status'] === 'Canceled' || (!answer.isDone && wire['status'] !== before),
      )
      const seen = `withdrawing a wire with status ${before} was answered ${answer.status}, and the wire is ${String(status)}`
      const isTaken = isAccepted(answer, 'withdrawing a wire')
      // The wire may have gone out between the two calls.
      if (!isTaken && status !== before && status !== 'Canceled') continue
      if (!isTaken || status !== 'Canceled') return differs(seen)
      const inbound = await simulate(service, inboundMessage(service))
      if (inbound && (await isWithdrawn(service, inbound.id))) return differs('an inbound wire was withdrawn')
      return agrees(seen)
    }
    throw new Inconclusive('each wire went out before it could be withdrawn')
  },
})

const isWithdrawn = async (service: Service, id: string) =>
  isAccepted(await withdraw(service, id), 'withdrawing a wire')

export const restrictionCheck = ask<'wires.restrictionCheck'>({
  scope: 'money',
  how: 'brings money to a subledger by a simulated inbound wire, requests a wire with it, restricts the subledger once the wire is Pending, and reads how the wire ends',
  when: 'the simulation of a small amount is accepted, and the wire is read as Pending before its batch',
  async of(service) {
    const payer = await openFor(service)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const amount = await fund(service, payer)
      const request = { ...wireFrom(service, payer), amount }
      const { id } = await surely(service, request, `a wire of ${amount}, which was accepted before,`)
      const { status, seen } = await outcomeOf(service, id, hasPassedReview)
      const verdict = status === 'Pending' ? await restricted(service, payer, id) : undefined
      if (verdict) return verdict
      if (status === 'Rejected') throw new Inconclusive(`a wire with enough money did not pass its review: ${seen}`)
    }
    throw new Inconclusive('each wire went out before its subledger could be restricted')
  },
})

const hasPassedReview = ({ status }: Fields) => status !== 'Created' && status !== 'Hold'

async function restricted(service: Service, payer: string, id: string): Promise<VerdictOn<'wires.restrictionCheck'>> {
  await block(service, payer)
  try {
    // If the wire had gone out before the restriction, it shows nothing, even if an earlier read returned Pending.
    const { status: then } = await readWire(service, id)
    if (then !== 'Pending' && then !== 'Rejected') return undefined
    const { status, seen } = await outcomeOf(service, id, isEnded)
    if (status === 'Completed') return is('review', seen)
    return status === 'Rejected' ? is('release', seen) : differs(seen)
  } finally {
    await withdraw(service, id).catch(ifConclusive)
    await removeMade(service)
  }
}

/** Brings a small amount to a subledger, by simulating an inbound wire. */
async function fund(service: Service, payer: string): Promise<number> {
  const amount = await ownAmount(service)
  const request = inboundTransfer(service, payer, amount)
  const { id } = await surely(service, request, `an inbound wire of ${amount}`, simulate)
  const { status } = await outcomeOf(service, id, isEnded)
  if (status === 'Completed') return amount
  throw new Inconclusive(`a simulated inbound wire was ${String(status)}`)
}

const isReviewed = ({ status }: Fields) => status !== 'Created'

export const blockedWires = story({
  tells: {
    'idempotency.clientIdentifier': ACCEPTED,
    'errors.blockedTransaction': `${ACCEPTED}; the wire is reviewed within maxWait`,
  },
  how: 'requests the same wire twice, with one clientIdentifier, from a subledger that a restriction closes to wires, and reads its status after the review',
  scope: 'money',
  async *tell(service) {
    const request = { ...(await knownGoodTransfer(service)), clientIdentifier: markOf(service) }
    const first = await surely(service, request, 'a wire that was accepted before')
    const second = await originate(service, request)
    yield { 'idempotency.clientIdentifier': repeated(first.id, second?.id) }
    const { status, postingCode, seen } = await outcomeOf(service, first.id, isReviewed)
    const isBlocked = status === 'Rejected' && postingCode === 'RES'
    yield {
      'errors.blockedTransaction': agreesIf(isBlocked, `a wire from a restricted account was accepted, and ${seen}`),
    }
  },
})

function repeated(first: string, second: string | undefined): VerdictOn<'idempotency.clientIdentifier'> {
  const seen = 'a second request with the same clientIdentifier'
  if (second === undefined) return differs(`${seen} was refused`)
  return second === first
    ? is('replayed', `${seen} was answered with the first wire`)
    : is('ignored', `${seen} made a second wire`)
}

const UNFUNDED = `${ACCEPTED}; a wire of more money than is available is accepted, and leaves Created within maxWait`

export const unpostable = story({
  tells: {
    'wires.creationChecks': UNFUNDED,
    'wires.postingOrder': `${UNFUNDED}; it is Rejected with a postingCode`,
  },
  how: 'requests a wire of more money than is available from a subledger that a restriction closes to wires, and reads its status after the review',
  scope: 'money',
  async *tell(service) {
    const { accepted: amount } = await service.once(amounts)
    const payer = await service.once(blockedSubledger)
    if (amount <= (await service.once(funds))) {
      throw new Inconclusive(
        `the available money covers the largest wire that was requested, of ${amount} (option mostAmount)`,
      )
    }
    const request = { ...wireFrom(service, payer), amount }
    const { id } = await surely(service, request, `a wire of ${amount}, which was accepted before,`)
    const { status, postingCode, seen } = await outcomeOf(service, id, isReviewed)
    if (status !== 'Rejected') return yield { 'wires.creationChecks': differs(seen) }
    const order = () => agreesIf(postingCode === 'RES', `from a restricted subledger without enough money, ${seen}`)
    yield { 'wires.creationChecks': agrees(seen), 'wires.postingOrder': shownBy({ postingCode }, order) }
  },
})
