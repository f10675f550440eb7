/** The virtual clock. (§3) */
import { advanceTo } from '../core/advance.ts'
import { operation } from './operation.ts'

/** What can be done here, in the order in which a reader looks for it. */
export const clockOperations = {
  'clock.advance': operation(advanceTo, { verb: 'advance the clock', section: '§3' }),
} as const
