/**
 * Instants and the bank's zone. Inside the world an instant is a number of epoch milliseconds; outside it is ISO 8601
 * with milliseconds and the offset of the bank's zone, daylight saving included. The host's zone plays no part.
 */
import { tzOffset } from '@date-fns/tz/tzOffset'
import { parseISO } from 'date-fns/parseISO'

/** Milliseconds since 1970-01-01T00:00Z, on the virtual clock. */
export type Instant = number

/** A calendar day of the bank's zone, counted from 1970-01-01. */
export type Day = number

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The earliest and latest instants that the clock may show. Before them an offset, after them a year, may have no form in ISO 8601. */
const EARLIEST: Instant = 0
export const LATEST: Instant = Date.UTC(9999, 0, 1)

/** The accepted form of ISO 8601: a full date and time, with an offset of less than a day. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):\d{2})$/

/** Returns the instant of an ISO 8601 text with an offset, of any year; undefined if the text names no instant. */
export function parseTimestamp(text: string): Instant | undefined {
  if (!ISO.test(text)) return undefined
  const instant = parseISO(text, { in: nearest }).getTime()
  return Number.isNaN(instant) ? undefined : instant
}

/**
 * Rounds an instant to the millisecond. parseISO computes with fractions of seconds, which in the first minute of 1970 come out a little
 * too low.
 */
function nearest(instant: Date | number | string): Date {
  return new Date(Math.round(Number(instant)))
}

/** Returns the instant of an ISO 8601 text like `parseTimestamp`, but undefined if the clock cannot show it. */
export function parseInstant(text: string): Instant | undefined {
  const instant = parseTimestamp(text)
  return instant !== undefined && instant >= EARLIEST && instant <= LATEST ? instant : undefined
}

/** Formats an instant as the bank writes it: `2026-03-02T09:00:00.000-05:00`. */
export function formatInstant(instant: Instant, zone: string): string {
  const cache = cacheOf(zone)
  if (cache.instant !== instant) {
    cache.text = textAt(instant, zone, cache.texts)
    cache.instant = instant
  }
  return cache.text
}

/** Formats an instant as this bank writes it; by default the present instant. */
export function timeOf(
  { now, settings }: { readonly now: Instant; readonly settings: { readonly timeZone: string } },
  instant: Instant = now,
): string {
  return formatInstant(instant, settings.timeZone)
}

function textAt(instant: Instant, zone: string, texts: ZoneCache['texts']): string {
  let text = texts.get(instant)
  if (text === undefined) {
    if (texts.size >= MANY) texts.clear()
    const offset = offsetAt(instant, zone)
    text = new Date(instant + offset).toISOString().slice(0, -1) + offsetText(offset)
    texts.set(instant, text)
  }
  return text
}

/** Returns the calendar day on which `instant` falls in `zone`. */
export function dayOf(instant: Instant, zone: string): Day {
  return Math.floor((instant + offsetAt(instant, zone)) / DAY)
}

/** Returns the wall time of an instant in milliseconds: 15:30 is 55,800,000, even on a day with a clock change. */
export function wallTimeOf(instant: Instant, zone: string): number {
  const local = instant + offsetAt(instant, zone)
  return local - Math.floor(local / DAY) * DAY
}

/**
 * Returns the instant at which the clocks of `zone` show `wallTime` on `day`. A time that a spring change skips is moved forward by the
 * change. A time that an autumn change repeats is taken the first time.
 */
export function instantAt(day: Day, wallTime: number, zone: string): Instant {
  const local = day * DAY + wallTime
  const before = local - offsetAt(local - DAY, zone)
  const after = local - offsetAt(local + DAY, zone)
  if (before + offsetAt(before, zone) === local) return before
  return after + offsetAt(after, zone) === local ? after : before
}

/** Returns midnight of the day on which `instant` falls. */
export function startOfDay(instant: Instant, zone: string): Instant {
  return instantAt(dayOf(instant, zone), 0, zone)
}

/** Four digits, month and day, as the network writes them (§2.4 receiptDate). */
export function monthAndDay(instant: Instant, zone: string): string {
  const text = formatInstant(instant, zone)
  return text.slice(5, 7) + text.slice(8, 10)
}

/** Four digits, hour and minute, as the network writes them (§2.4 receiptTime). */
export function hourAndMinute(instant: Instant, zone: string): string {
  const text = formatInstant(instant, zone)
  return text.slice(11, 13) + text.slice(14, 16)
}

/** Eight digits, `CCYYMMDD`, as an IMAD begins. */
export function compactDate(instant: Instant, zone: string): string {
  const text = formatInstant(instant, zone)
  return text.slice(0, 4) + text.slice(5, 7) + text.slice(8, 10)
}

/** True if this machine knows the zone. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(zone) && isZoneOfHost(zone)
}

function isZoneOfHost(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The cache of a zone. It changes only the speed of an answer. */
interface ZoneCache {
  /** Offsets by quarter hour, because zones change their offset only at quarter hours. */
  readonly offsets: Map<number, number>
  readonly texts: Map<Instant, string>
  /** The instant that was formatted last, because it is often formatted again. */
  instant: Instant
  text: string
}
const caches = new Map<string, ZoneCache>()
const QUARTER = 15 * MINUTE
const MANY = 10_000

function cacheOf(zone: string): ZoneCache {
  let cache = caches.get(zone)
  if (cache === undefined) {
    cache = { offsets: new Map(), texts: new Map(), instant: Number.NaN, text: '' }
    caches.set(zone, cache)
  }
  return cache
}

function offsetAt(instant: Instant, zone: string): number {
  const { offsets } = cacheOf(zone)
  const quarter = Math.floor(instant / QUARTER)
  let offset = offsets.get(quarter)
  if (offset === undefined) {
    if (offsets.size >= MANY) offsets.clear()
    offset = tzOffset(zone, new Date(quarter * QUARTER)) * MINUTE
    offsets.set(quarter, offset)
  }
  return offset
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
