/** The names that a scenario gives to its intents, followed through every promise that an intent starts. */

import type { NamedIntents } from '../../bank/books/intents.ts'
import { contextOf } from '../../bank/shell/state/context.ts'

/** In a browser, where promises cannot be followed, an intent lasts until it has ended: one at a time. */
const intent = contextOf<string>('intent', { isLong: true })

export class IntentNames {
  readonly #names = new Map<string, string>()

  get names(): NamedIntents {
    return this.#names
  }

  readonly run = <Result>(name: string, act: () => Promise<Result>): Promise<Result> => intent.run(name, act)

  current(): string | undefined {
    return intent.current
  }

  note(paymentId: string, name: string | undefined): void {
    if (name !== undefined) this.#names.set(paymentId, name)
  }
}
