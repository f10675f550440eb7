/** Registrations for a few calls, for events that have no registration yet. All are removed in the end. (§2.6) */
import type { Service } from '../../../service/service.ts'
import type { Answer } from '../../../service/traffic.ts'
import { fieldOf } from '../field.ts'
import { make } from '../making.ts'
import { ignoreStop, isRemoved, removeMade } from '../removing.ts'

/** No receiver listens there. */
const NOWHERE = 'https://calibrate.invalid/'

export class BriefRegistrations {
  readonly #made = new Set<string>()

  constructor(
    private readonly service: Service,
    private readonly partnerId: string,
  ) {}

  /** The first of these events without a registration, as far as registrations can be listed. */
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
    const answer = await make(this.service, 'registration', body, headers)
    if (answer.id !== undefined) this.#made.add(answer.id)
    return answer
  }

  /** Whether none is left. */
  async removeAll(): Promise<boolean> {
    let areAll = true
    for (const id of this.#made) {
      const answer = await removeMade(this.service, 'registration', id).catch(ignoreStop)
      areAll &&= answer !== undefined && isRemoved(answer)
      this.#made.delete(id)
    }
    return areAll
  }
}
