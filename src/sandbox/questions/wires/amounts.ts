/**
 * Which amounts a wire may have: asked from a subledger that no wire can leave, so that nothing moves. That none can leave is seen of the
 * smallest one before any larger one is asked for. (§8)
 */
import { assumptions } from '../../../core/assumptions/catalogue.ts'
import { Inconclusive, ifConclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { between } from '../boundary.ts'
import { is, story, unknown } from '../question.ts'
import { isEnded, originate, readUntil, withdraw } from './asking-wires.ts'
import { blockedSubledger, wireFrom } from './requests.ts'

/** The bounds of what was accepted, in minor units. */
interface Amounts {
  readonly least: number
  /** The largest that was accepted; undefined where a larger one may be. */
  readonly most: number | undefined
  /** The largest that was tried and accepted. */
  readonly accepted: number
}

const PRESET = assumptions['limits.amountMaximum'].default

/** So much is asked for at most before the restriction is known to stop wires: 10,485.76. */
const MOST_AT_RISK = 2 ** 20

/** What must be so that wires can be asked for at all. */
export const ACCEPTED =
  'a wire of a power of two to mostAmount is accepted, and the restriction is seen to stop it within maxWait'

/** The bounds of the amounts that are accepted. @throws {Inconclusive} where none is, or a wire could leave */
export async function amounts(service: Service): Promise<Amounts> {
  const { mostAmount } = service.options
  const payer = await service.once(blockedSubledger)
  const ask = (amount: number) => originate(service, { ...wireFrom(service, payer), amount })
  const accepts = async (amount: number) => (await ask(amount)) !== undefined
  const { wire, accepted, refused } = await firstAccepted(ask, Math.min(MOST_AT_RISK, mostAmount))
  await rejected(service, wire)
  const least = refused === undefined ? accepted : await between(accepts, accepted, refused)
  for (const [inside, outside] of upward(accepted, mostAmount)) {
    if (!(await accepts(outside))) return { least, most: await between(accepts, inside, outside), accepted: inside }
  }
  const most = mostAmount >= Number.MAX_SAFE_INTEGER ? mostAmount : undefined
  return { least, most, accepted: mostAmount }
}

/** Amounts to try above one that is accepted: our own bound first, and the next one. */
function upward(accepted: number, mostAmount: number): [inside: number, outside: number][] {
  const steps = [accepted, PRESET, PRESET + 1, Number.MAX_SAFE_INTEGER].map((amount) => Math.min(amount, mostAmount))
  return steps
    .slice(1)
    .flatMap((outside, index) => (outside > (steps[index] as number) ? [[steps[index] as number, outside]] : []))
}

/** The smallest amount that is accepted: what moves least. @throws {Inconclusive} where none is */
export const smallestAmount = async (service: Service): Promise<number> => (await service.once(amounts)).least

export const amountBounds = story(
  { 'limits.amountMinimum': ACCEPTED, 'limits.amountMaximum': `${ACCEPTED}, and it is not above mostAmount` },
  {
    how: 'asks for the smallest wire from a new subledger, of which a restriction lets none leave; and once that is seen as Rejected, for others of several amounts',
    scope: 'money',
    needs: ['accountNumber'],
    async *tell(service) {
      const { least, most, accepted } = await service.once(amounts)
      yield { 'limits.amountMinimum': is(least, `the smallest wire that was accepted is of ${least}`) }
      const beyond = unknown(`a wire of ${accepted} was accepted, and no larger one was asked for (option mostAmount)`)
      const largest = most === undefined ? beyond : is(most, `the largest wire that was accepted is of ${most}`)
      yield { 'limits.amountMaximum': largest }
    },
  },
)

/** The smallest power of two that is accepted, and the one before it. @throws {Inconclusive} where none is */
async function firstAccepted(ask: (amount: number) => ReturnType<typeof originate>, most: number) {
  let refused: number | undefined
  for (let accepted = 1; accepted <= most; accepted *= 2) {
    const wire = await ask(accepted)
    if (wire !== undefined) return { wire: wire.id, accepted, refused }
    refused = accepted
  }
  throw new Inconclusive(
    `wires of 1, 2, 4, 8 … to ${most} were all refused, and more is not asked for before a restriction is seen to stop one`,
  )
}

/** Waits until a wire is Rejected; withdraws it where it is not. @throws {Inconclusive} where it was not, or not within maxWait */
async function rejected(service: Service, id: string): Promise<void> {
  try {
    const { record } = await readUntil(service, id, isEnded)
    if (record['status'] === 'Rejected') return
    throw new Inconclusive(`a wire that a restriction should have stopped is ${String(record['status'])}`)
  } catch (error) {
    ifConclusive(error)
    await withdraw(service, id).catch(ifConclusive)
    const { message } = error as Inconclusive
    throw new Inconclusive(`no larger wire is asked for before a restriction is seen to stop the smallest: ${message}`)
  }
}
