/** What is to be done when, while time goes by: several wires are followed at once. */
import type { Service } from '../../../service/service.ts'
import { waitUntil } from './reading.ts'

export class Agenda {
  readonly #due: { readonly at: number; readonly run: () => Promise<void> }[] = []

  constructor(private readonly service: Service) {}

  /** Has something done at an instant, or as soon as that has passed. */
  at(instant: number, run: () => Promise<void>): void {
    const later = this.#due.findIndex(({ at }) => at > instant)
    this.#due.splice(later < 0 ? this.#due.length : later, 0, { at: instant, run })
  }

  /** Lets time go by until nothing is left to do. */
  async runAll(): Promise<void> {
    for (let next = this.#due.shift(); next !== undefined; next = this.#due.shift()) {
      await waitUntil(this.service, next.at)
      await next.run()
    }
  }
}
