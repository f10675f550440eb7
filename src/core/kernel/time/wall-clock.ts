/**
 * Wall clocks: days as a calendar on the wall shows them, for date-fns to reckon with. What date-fns takes for local time is UTC
 * here, so the host's zone plays no part and each day has 24 hours.
 *
 * Every method is spelled out: UTCDateMini of @date-fns/utc copies them from whatever `Date` is when it is loaded, and where a test
 * has faked `Date` by then it finds none, and reckons in the zone of the host.
 */
import { constructFromSymbol } from 'date-fns/constants'

export class WallClock extends Date {
  /** How date-fns makes one of another: it cannot go by the constructor, which a faked `Date` sets anew. */
  [constructFromSymbol](value: Date | number | string): WallClock {
    return new WallClock(value)
  }

  override getTimezoneOffset(): number {
    return 0
  }
  override getFullYear(): number {
    return this.getUTCFullYear()
  }
  override getMonth(): number {
    return this.getUTCMonth()
  }
  override getDate(): number {
    return this.getUTCDate()
  }
  override getDay(): number {
    return this.getUTCDay()
  }
  override getHours(): number {
    return this.getUTCHours()
  }
  override getMinutes(): number {
    return this.getUTCMinutes()
  }
  override getSeconds(): number {
    return this.getUTCSeconds()
  }
  override getMilliseconds(): number {
    return this.getUTCMilliseconds()
  }
  override setFullYear(...given: Parameters<Date['setUTCFullYear']>): number {
    return this.setUTCFullYear(...given)
  }
  override setMonth(...given: Parameters<Date['setUTCMonth']>): number {
    return this.setUTCMonth(...given)
  }
  override setDate(date: number): number {
    return this.setUTCDate(date)
  }
  override setHours(...given: Parameters<Date['setUTCHours']>): number {
    return this.setUTCHours(...given)
  }
  override setMinutes(...given: Parameters<Date['setUTCMinutes']>): number {
    return this.setUTCMinutes(...given)
  }
  override setSeconds(...given: Parameters<Date['setUTCSeconds']>): number {
    return this.setUTCSeconds(...given)
  }
  override setMilliseconds(milliseconds: number): number {
    return this.setUTCMilliseconds(milliseconds)
  }
}
