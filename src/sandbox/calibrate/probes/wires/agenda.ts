/** What is to be done when, while time goes by: several wires are followed at once. */
import { Sleepers } from '../../../../core/kernel/sleepers.ts'
import type { Service } from '../../../service/service.ts'
import { waitUntil } from './reading.ts'

export class Agenda {
  readonly #due = new Sleepers<{ readonly at: number; readonly run: () => Promise<void> }>()

  constructor(private readonly service: Service) {}

  /** Has something done at an instant, or as soon as that has passed. */
  at(instant: number, run: () => Promise<void>): void {
    this.#due.add({ at: instant, run })
  }

  /** Lets time go by until nothing is left to do. */
  async runAll(): Promise<void> {
    for (let next = this.#due.takeFirst(); next !== undefined; next = this.#due.takeFirst()) {
      await waitUntil(this.service, next.at)
      await next.run()
    }
  }
}
