/** Restrictions that block next to nothing, for questions about calls that make something. What was placed is removed in the end. */
import type { Service } from '../../../service/service.ts'
import { type Creation, make, markOf } from '../making.ts'
import { ignoreStop, removeMade } from '../removing.ts'

/** Checks of so much are not written: 9,999,999,999.99. */
const NOBODY_PAYS = 999_999_999_999

export class SpareRestrictions {
  readonly #placed = new Set<string>()
  #count = 0

  constructor(private readonly service: Service) {}

  /** A request that there has not been before. */
  request(): Record<string, unknown> {
    this.#count += 1
    // By this reason it is found again.
    const reason = `${markOf(this.service)} ${this.#count}`
    return { appliesTo: 'Account', rail: 'Check', amountThreshold: NOBODY_PAYS, reason, notes: reason }
  }

  /** Places one; its id is that of one before where the service gives its first answer again. */
  async place(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Creation> {
    const answer = await make(this.service, 'restriction', body, headers)
    if (answer.id !== undefined) this.#placed.add(answer.id)
    return answer
  }

  async removeAll(): Promise<void> {
    // What is left is told of.
    for (const id of this.#placed) await removeMade(this.service, 'restriction', id).catch(ignoreStop)
  }
}

/** A probe that places restrictions, and leaves none. */
export async function whileRestricted(
  service: Service,
  run: (restrictions: SpareRestrictions) => Promise<void>,
): Promise<void> {
  const restrictions = new SpareRestrictions(service)
  try {
    await run(restrictions)
  } finally {
    await restrictions.removeAll()
  }
}
