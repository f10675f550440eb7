/** Wires that a restriction stops: asked twice with one clientIdentifier, and for more than there is. (§2.3, §2.8, §3, §7) */
import { type Fields, fieldOf } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { agrees, agreesIf, differs, is, story, unknown, type VerdictOn } from '../question.ts'
import { ACCEPTED, amounts } from './amounts.ts'
import { originate, outcomeOf } from './asking-wires.ts'
import { knownGoodTransfer } from './idle-wires.ts'
import { blockedSubledger, wireFrom } from './requests.ts'

const isReviewed = ({ status }: Fields) => status !== 'Created'

export const blockedWires = story(
  {
    'idempotency.clientIdentifier': ACCEPTED,
    'errors.blockedTransaction': `${ACCEPTED}, and reviewed within maxWait`,
  },
  {
    how: 'asks twice for a wire from a subledger that none can leave, with one clientIdentifier, and waits for what becomes of it',
    scope: 'money',
    needs: ['accountNumber'],
    async *tell(service) {
      const request = { ...(await knownGoodTransfer(service)), clientIdentifier: markOf(service) }
      const first = await originate(service, request)
      if (first === undefined) throw new Inconclusive('a wire was accepted once, and then refused')
      const second = await originate(service, request)
      yield { 'idempotency.clientIdentifier': repeated(first.id, second?.id) }
      const { status, postingCode, seen } = await outcomeOf(service, first.id, isReviewed)
      const isBlocked = status === 'Rejected' && postingCode === 'RES'
      yield {
        'errors.blockedTransaction': agreesIf(isBlocked, `a wire from a restricted account was accepted: ${seen}`),
      }
    },
  },
)

function repeated(first: string, second: string | undefined): VerdictOn<'idempotency.clientIdentifier'> {
  const seen = 'the same wire with the same clientIdentifier'
  if (second === undefined) return differs(`${seen} was refused`)
  return second === first
    ? is('replayed', `${seen} was answered with the first`)
    : is('ignored', `${seen} was made anew`)
}

export const unpostable = story(
  {
    'wires.creationChecks': `${ACCEPTED}, and a wire leaves Created within maxWait`,
    'wires.postingOrder': `${ACCEPTED}, a larger amount than is available, and a wire leaves Created within maxWait`,
  },
  {
    how: 'asks for more than there is from a subledger that a restriction closes to wires, and reads what becomes of it',
    scope: 'money',
    needs: ['accountNumber'],
    async *tell(service) {
      const { accepted: amount } = await service.once(amounts)
      const payer = await service.once(blockedSubledger)
      const isUnfunded = amount > (await availableOn(service, payer))
      const wire = await originate(service, { ...wireFrom(service, payer), amount })
      if (wire === undefined) return yield { 'wires.creationChecks': differs('it was refused at once') }
      const { status, postingCode, seen } = await outcomeOf(service, wire.id, isReviewed)
      if (status !== 'Rejected') return yield { 'wires.creationChecks': differs(seen) }
      const order = isUnfunded
        ? agreesIf(postingCode === 'RES', `restricted and unfunded: ${seen}`)
        : unknown(`the largest wire that was asked for, of ${amount}, is funded`)
      yield { 'wires.creationChecks': agrees(seen), 'wires.postingOrder': order }
    },
  },
)

/** What is available on a subledger. @throws {Inconclusive} where that cannot be read */
async function availableOn(service: Service, accountNumber: string): Promise<number> {
  const available = fieldOf(await service.read('getSubledger', { accountNumber }), 'availableBalance')
  if (typeof available !== 'number') throw new Inconclusive('a subledger has no availableBalance')
  return available
}
