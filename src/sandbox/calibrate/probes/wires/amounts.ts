/**
 * Which amounts a wire may have: asked for from a subledger that no wire can leave, so that nothing moves. That none can leave is seen of
 * the smallest one before any larger one is asked for. (§8)
 */
import { assumptions } from '../../../../core/assumptions/catalogue.ts'
import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { blockedSubledger } from './payer.ts'
import { originate } from './reading.ts'
import { customerTransfer } from './requests.ts'
import { rejected, settled } from './stopping.ts'

/** The bounds of what was accepted, in minor units. */
interface Amounts {
  readonly least: number
  readonly most: number
}

const found = new WeakMap<Service, Promise<Amounts>>()

/** The bounds of the amounts that are accepted; found out once. @throws {Inconclusive} where none is, or a wire could leave */
export function amountsOf(service: Service): Promise<Amounts> {
  let amounts = found.get(service)
  if (amounts === undefined) {
    amounts = findAmounts(service)
    found.set(service, amounts)
  }
  return amounts
}

/** The smallest amount that is accepted: what moves least. @throws {Inconclusive} where none is */
export const smallestAmount = async (service: Service): Promise<number> => (await amountsOf(service)).least

const MOST = Number.MAX_SAFE_INTEGER
const PRESET = assumptions['limits.amountMaximum'].default

type Accepts = (amount: number) => Promise<boolean>

/** So much is asked for at most before the restriction is known to stop wires: 10,485.76. */
const MOST_AT_RISK = 2 ** 20

/** One, twice as much, and so on: any bounds that are not nearer to one another have one of these between them. */
const tried = Array.from({ length: 21 }, (_, power) => 2 ** power)

async function findAmounts(service: Service): Promise<Amounts> {
  const payer = await blockedSubledger(service)
  const wires: string[] = []
  const ask = (amount: number) => originate(service, customerTransfer(payer, amount))
  const accepts = async (amount: number) => {
    const wire = await ask(amount)
    if (wire !== undefined) wires.push(wire.id)
    return wire !== undefined
  }
  const { wire, accepted, refused } = await firstAccepted(ask)
  const review = await rejected(service, wire)
  try {
    const least = refused === undefined ? accepted : await boundary(accepts, accepted, refused)
    return { least, most: await mostOf(accepts, accepted) }
  } finally {
    reviews.set(service, review)
    await settled(service, wires, review)
  }
}

const reviews = new WeakMap<Service, number>()

/** How long the first of them took to be Rejected, in milliseconds. */
export const reviewOf = (service: Service): number => reviews.get(service) ?? 0

/** The smallest power of two that is accepted, and the one before it. @throws {Inconclusive} where none is */
async function firstAccepted(ask: (amount: number) => ReturnType<typeof originate>) {
  let refused: number | undefined
  for (const accepted of tried) {
    const wire = await ask(accepted)
    if (wire !== undefined) return { wire: wire.id, accepted, refused }
    refused = accepted
  }
  throw new Inconclusive(
    `wires of 1, 2, 4, 8 … to ${MOST_AT_RISK} were all refused, and more is not asked for before a restriction is seen to stop one`,
  )
}

async function mostOf(accepts: Accepts, accepted: number): Promise<number> {
  if (!(await accepts(PRESET))) return await boundary(accepts, accepted, PRESET)
  if (!(await accepts(PRESET + 1))) return await boundary(accepts, PRESET, PRESET + 1)
  return (await accepts(MOST)) ? MOST : await boundary(accepts, PRESET + 1, MOST)
}

/**
 * The accepted amount next to which one is refused, on the way from `accepted` to `refused`. Both are asked for once more.
 *
 * @throws {Inconclusive} where the service says yes once, and once no
 */
async function boundary(accepts: Accepts, accepted: number, refused: number): Promise<number> {
  let [inside, outside] = [accepted, refused]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (await accepts(middle)) inside = middle
    else outside = middle
  }
  for (const [amount, was] of [
    [inside, true],
    [outside, false],
  ] as const) {
    if ((await accepts(amount)) !== was)
      throw new Inconclusive(`a wire of ${amount} was accepted once, and once refused`)
  }
  return inside
}

/** What must be so that wires can be asked for at all. */
export const ACCEPTED =
  'a wire of a power of two to 10,485.76 is accepted, and the restriction is seen to stop it within maxWait'

export const amountProbes: readonly Probe[] = [
  {
    name: 'the bounds of an amount',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks for the smallest wire from a new subledger, of which a restriction lets none leave; and once that is seen as Rejected, for others of several amounts, which are withdrawn',
    tells: {
      'limits.amountMinimum': ACCEPTED,
      'limits.amountMaximum': ACCEPTED,
    },
    async run(service, tell) {
      const { least, most } = await amountsOf(service)
      tell.is('limits.amountMinimum', least, `the smallest wire that was accepted is of ${least}`)
      tell.is('limits.amountMaximum', most, `the largest wire that was accepted is of ${most}`)
    },
  },
]
