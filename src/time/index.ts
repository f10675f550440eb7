/** vostro/time: the partner's own code on the bank's clock. Of the other rooms only `testing` and `explore` import it. */

export { type Following, type FollowOptions, followClock } from './follow-clock.ts'
