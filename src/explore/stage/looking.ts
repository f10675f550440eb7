/**
 * Looking at the partner's books, or asking a check: the calls that this makes are no points of the run. What the partner's code does
 * meanwhile, in the background, is one like any other.
 */
import { contextOf } from '../../bank/shell/state/context.ts'

const looking = contextOf<true>('looking', { isLong: true })

/** Whether the running code looks at the books. */
export const isLooking = (): boolean => looking.current === true

/** Runs what looks. */
export const lookAt = <Shown>(view: () => Shown | Promise<Shown>): Promise<Shown> =>
  looking.run(true, async () => await view())
