/**
 * Looks: a look is code that reads the partner's books or makes a check. Its calls are not points of the run, so no change affects them.
 * Calls that the partner's code makes meanwhile, in the background, are points as usual.
 */
import { contextOf } from '../../bank/shell/state/context.ts'

const looking = contextOf<true>('looking', { isLong: true })

export const isLooking = (): boolean => looking.current === true

export const look = <Shown>(view: () => Shown | Promise<Shown>): Promise<Shown> =>
  Promise.resolve().then(() => looking.run(true, async () => await view()))
