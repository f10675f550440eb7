/** Restrictions that block next to nothing, for questions about calls that make something. What was placed is removed in the end. */
import type { Service } from '../../service.ts'
import { Stopped } from '../../stopped.ts'
import type { Answer } from '../../traffic.ts'
import { textIn } from '../field.ts'

/** Checks of so much are not written: 9,999,999,999.99. */
const NOBODY_PAYS = 999_999_999_999

export class SpareRestrictions {
  readonly #placed = new Set<string>()
  #count = 0

  constructor(private readonly service: Service) {}

  /** A request that there has not been before. */
  request(): Record<string, unknown> {
    this.#count += 1
    const notes = `calibrate ${this.service.now().toString(36)} ${this.#count}`
    return { appliesTo: 'Account', rail: 'Check', amountThreshold: NOBODY_PAYS, reason: 'Calibration', notes }
  }

  /** Places one; its id is that of one before where the service gives its first answer again. */
  async place(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer & { id?: string }> {
    const { accountNumber } = this.service
    const answer = await this.service.ask('createRestriction', { parameters: { accountNumber }, body, headers })
    const id = answer.isDone ? textIn(answer.body, 'id') : undefined
    if (id === undefined) return answer
    if (!this.#placed.has(id)) this.service.leaves('restriction', id)
    this.#placed.add(id)
    return { ...answer, id }
  }

  async removeAll(): Promise<void> {
    const { accountNumber } = this.service
    try {
      for (const id of this.#placed) {
        const { isDone } = await this.service.ask('removeRestriction', { parameters: { accountNumber, id } })
        if (isDone) this.service.gone(id)
      }
    } catch (error) {
      // What is left is told of.
      if (!(error instanceof Stopped)) throw error
    }
  }
}

/** A probe that places restrictions, and leaves none. */
export async function withRestrictions(
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
