/** Looks: code that reads the partner's books or makes a check. Its calls are no points of the run; what the partner does meanwhile is. */
import { contextOf } from '../../bank/shell/host/context.ts'
import { asError } from './errors.ts'
import type { GivenToParts } from './given-to-parts.ts'

const looking = contextOf<true>('looking', { isLong: true })

/** Whether the running code is that of a look. */
export const isLooking = (): boolean => looking.current === true

/** What a look has shown, or the error that it threw; neither of them if the look has not ended. */
interface Look<Shown> {
  readonly hasEnded: boolean
  readonly shown?: Shown
  readonly failed?: Error
}

export class Looks {
  #isUnderWay = false

  constructor(private readonly given: GivenToParts) {}

  /** True during a look, so that no other begins. */
  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Waits for what `view` shows, while the clock goes on. With `isAtInstant` the clock stands still, so the view may not end. */
  async at<Shown>(view: () => Shown | Promise<Shown>, isAtInstant = false): Promise<Look<Shown>> {
    const { clock } = this.given
    const looked = Promise.resolve()
      .then(() => looking.run(true, async () => await view()))
      .then(
        (shown) => ({ shown }),
        (reason: unknown) => ({ failed: asError(reason) }),
      )
    this.#isUnderWay = true
    const hasEnded = isAtInstant ? (await clock.endsWithin(looked)).isEnded : (await clock.until(looked)) === 'ended'
    this.#isUnderWay = false
    return hasEnded ? { hasEnded, ...(await looked) } : { hasEnded }
  }
}
