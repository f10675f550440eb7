/**
 * Wall clocks: days as a calendar on the wall shows them, for date-fns to calculate with. What date-fns takes for local time is UTC
 * here, so the host's zone plays no part and each day has 24 hours.
 *
 * UTCDateMini of @date-fns/utc copies its methods from whatever `Date` is when it is loaded. Where a test has faked `Date` by then,
 * it finds none and uses the zone of the host. So each method is named here.
 */
import { constructFromSymbol } from 'date-fns/constants'

export class WallClock extends Date {
  /** date-fns makes its dates with this, not with the constructor, which a faked `Date` replaces. */
  [constructFromSymbol](value: Date | number | string): WallClock {
    return new WallClock(value)
  }

  override getTimezoneOffset(): number {
    return 0
  }

  static {
    for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const) {
      WallClock.prototype[`get${part}`] = function () {
        return this[`getUTC${part}`]()
      }
      if (part === 'Day') continue
      WallClock.prototype[`set${part}`] = function (...given: [number]) {
        return this[`setUTC${part}`](...given)
      }
    }
  }
}
