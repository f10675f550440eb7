/** Which amounts a wire may have: asked for from a subledger that no wire can leave, so that nothing moves. (§8) */
import { assumptions } from '../../../../core/assumptions/catalogue.ts'
import type { Probe } from '../../probe.ts'
import type { Service } from '../../service.ts'
import { Stopped } from '../../stopped.ts'
import { originate } from './desk.ts'
import { blockedSubledger } from './payer.ts'
import { customerTransfer } from './requests.ts'

/** The bounds of what was accepted, in minor units. */
interface Amounts {
  readonly least: number
  readonly most: number
}

const found = new WeakMap<Service, Promise<Amounts>>()

/** The bounds of the amounts that are accepted; found out once. @throws {Stopped} where none is */
export function amountsOf(service: Service): Promise<Amounts> {
  let amounts = found.get(service)
  if (amounts === undefined) {
    amounts = findAmounts(service)
    found.set(service, amounts)
  }
  return amounts
}

/** The smallest amount that is accepted: what moves least. @throws {Stopped} where none is */
export const smallestAmount = async (service: Service): Promise<number> => (await amountsOf(service)).least

const MOST = Number.MAX_SAFE_INTEGER
const PRESET = assumptions['limits.amountMaximum'].default

type Accepts = (amount: number) => Promise<boolean>

async function findAmounts(service: Service): Promise<Amounts> {
  const payer = await blockedSubledger(service)
  const accepts = async (amount: number) => (await originate(service, customerTransfer(payer, amount))) !== undefined
  const { accepted, refused } = await anyAccepted(accepts)
  const least = refused === undefined ? accepted : await boundary(accepts, accepted, refused)
  if (accepted >= PRESET) return { least, most: await mostFrom(accepts, accepted) }
  if (!(await accepts(PRESET))) return { least, most: await boundary(accepts, accepted, PRESET) }
  if (!(await accepts(PRESET + 1))) return { least, most: PRESET }
  return { least, most: await mostFrom(accepts, PRESET + 1) }
}

/** Any amount that is accepted, and a smaller one that is not. @throws {Stopped} where none is found */
async function anyAccepted(accepts: Accepts): Promise<{ accepted: number; refused: number | undefined }> {
  let refused: number | undefined
  for (const amount of tried) {
    if (await accepts(amount)) return { accepted: amount, refused }
    refused = amount
  }
  throw new Stopped('wires of 1, 2, 4, 8 … to the largest exact amount, and of our own maximum, were all refused')
}

/** One, twice as much, and so on: any bounds that are not nearer to one another have one of these between them. */
const tried = [...Array.from({ length: 53 }, (_, power) => 2 ** power), PRESET, MOST].sort((a, b) => a - b)

async function mostFrom(accepts: Accepts, accepted: number): Promise<number> {
  return (await accepts(MOST)) ? MOST : await boundary(accepts, accepted, MOST)
}

/** The accepted amount next to which one is refused, on the way from `accepted` to `refused`. */
async function boundary(accepts: Accepts, accepted: number, refused: number): Promise<number> {
  let [inside, outside] = [accepted, refused]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (await accepts(middle)) inside = middle
    else outside = middle
  }
  return inside
}

export const amountProbes: readonly Probe[] = [
  {
    name: 'the bounds of an amount',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks for wires of several amounts from a new subledger, of which a restriction lets none leave',
    tells: {
      'limits.amountMinimum': 'a wire of a power of two, or of the most that we allow, is accepted',
      'limits.amountMaximum': 'a wire of a power of two, or of the most that we allow, is accepted',
    },
    async run(service, tell) {
      const { least, most } = await amountsOf(service)
      tell.is('limits.amountMinimum', least, `the smallest wire that was accepted is of ${least}`)
      tell.is('limits.amountMaximum', most, `the largest wire that was accepted is of ${most}`)
    },
  },
]
