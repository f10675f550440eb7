/** vostro/time: the partner's own code on the bank's clock. Of the other rooms only `testing` and `explore` import it. */

export type { FollowOptions } from './follow-clock.ts'
export { type Following, followClock } from './follow-clock.ts'
