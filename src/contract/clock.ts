/** The virtual clock. (§3) */
import { advanceTo } from '../core/advance.ts'
import { operation } from './operation.ts'

// biome-ignore format: read it as a table
/** What can be done here. */
export const clockOperations = {
  'clock.advance': operation(advanceTo, 'advance the clock', '§3'),
} as const
