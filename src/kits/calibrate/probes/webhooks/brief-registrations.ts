/** Registrations that are there for a few calls, for events for which nobody has registered. All are removed in the end. (§2.6) */
import type { Service } from '../../service.ts'
import { Stopped } from '../../stopped.ts'
import type { Answer } from '../../traffic.ts'
import { fieldOf, textIn } from '../field.ts'

/** Nobody listens there. */
const NOWHERE = 'https://calibrate.invalid/'

export class BriefRegistrations {
  readonly #made = new Set<string>()

  constructor(
    private readonly service: Service,
    private readonly partnerId: string,
  ) {}

  /** The first of these events for which nobody has registered, as far as that can be listed. */
  async freeOf(eventNames: readonly string[]): Promise<string | undefined> {
    const { partnerId } = this
    for (const eventName of eventNames) {
      const { isDone, body } = await this.service.ask('listWebhooks', { query: { partnerId, eventName } })
      const results = fieldOf(body, 'results') ?? body
      const isTaken = (each: unknown) => fieldOf(each, 'eventName') === eventName
      if (isDone && Array.isArray(results) && !results.some(isTaken)) return eventName
    }
    return undefined
  }

  async register(eventName: string, headers: Record<string, string> = {}): Promise<Answer> {
    const body = { partnerId: this.partnerId, eventName, registrationType: 'Push', callbackUrl: NOWHERE }
    const answer = await this.service.ask('registerWebhook', { body, headers })
    const id = answer.isDone ? textIn(answer.body, 'id') : undefined
    if (id !== undefined && !this.#made.has(id)) this.service.leaves('registration', id)
    if (id !== undefined) this.#made.add(id)
    return answer
  }

  async removeAll(): Promise<void> {
    try {
      for (const id of this.#made) {
        const { isDone } = await this.service.ask('removeWebhook', { parameters: { id } })
        if (isDone) this.service.gone(id)
        this.#made.delete(id)
      }
    } catch (error) {
      // What is left is told of.
      if (!(error instanceof Stopped)) throw error
    }
  }
}
