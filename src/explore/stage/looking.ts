/**
 * Looking at the partner's books, or asking a check: the calls of the look are no points of the run. Calls that the partner's code makes
 * meanwhile, in the background, are points as usual.
 */
import { contextOf } from '../../bank/shell/state/context.ts'

const looking = contextOf<true>('looking', { isLong: true })

/** Whether the running code looks at the books. */
export const isLooking = (): boolean => looking.current === true

/** Runs a look. */
export const lookAt = <Shown>(view: () => Shown | Promise<Shown>): Promise<Shown> =>
  looking.run(true, async () => await view())
