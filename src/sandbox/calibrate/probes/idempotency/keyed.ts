/** What is asked with keys, once the header is known. */
import type { Service } from '../../../service/service.ts'
import type { SpareRestrictions } from '../accounts/spare-restrictions.ts'

/** Calls with keys, once the header is known. */
export interface Keyed {
  readonly service: Service
  readonly restrictions: SpareRestrictions
  /** A header with a key that was not used before. */
  readonly newKey: (length?: number) => Record<string, string>
}
