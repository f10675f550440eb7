/** When calibrate must find a value of a hidden bank; a bank that cannot be looked into is no excuse. */
import type { AssumptionId, AssumptionValues } from 'vostro'

/** What a share of the proof says of its assumptions. */
export interface Conditions {
  /**
   * For each assumption that can be seen, whether it can in a bank of these values, calibrated as `hiddenBank` is: scope money, a
   * receiver, three loans, maxWait of forty days, from Monday, March 2, 2026, 09:00 in New York.
   */
  readonly visible: { readonly [Id in AssumptionId]?: (values: AssumptionValues) => boolean }
  /** Whether nobody outside can tell two values apart, in a bank of these values. */
  readonly alike?: {
    readonly [Id in AssumptionId]?: (found: AssumptionValues[Id], hidden: AssumptionValues) => boolean
  }
}
