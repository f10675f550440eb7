/**
 * Wall clocks: dates with which date-fns calculates without time zones. The local time that date-fns reads from these dates is UTC, so the
 * zone of the host plays no part, and each day has 24 hours.
 *
 * UTCDateMini of @date-fns/utc will not do: it copies its methods from the `Date` that it finds when it is loaded. If a test has faked
 * `Date` by then, UTCDateMini finds no methods, and uses the zone of the host. So this class names each method.
 */
import { constructFromSymbol } from 'date-fns/constants'

export class WallClock extends Date {
  /** date-fns makes its dates with this method. Without it, date-fns would use a constructor that a faked `Date` replaces. */
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
