/**
 * Instants and the bank's zone. Inside the world an instant is a number of epoch milliseconds; outside it is ISO 8601
 * with milliseconds and the offset of the bank's zone, daylight saving included. The host's zone plays no part.
 */
import { tzOffset } from '@date-fns/tz/tzOffset'
import { parseISO } from 'date-fns/parseISO'
import { attempt } from '../attempt.ts'
import { remembered } from '../remembered.ts'

/** Milliseconds since 1970-01-01T00:00Z, on the virtual clock. */
export type Instant = number

/** A calendar day of the bank's zone, counted from 1970-01-01. */
export type Day = number

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The earliest instant of the clock, before `LATEST`. Outside of these two, an offset or a year may have no form in ISO 8601. */
const EARLIEST: Instant = 0
export const LATEST: Instant = Date.UTC(9999, 0, 1)
export const CLOCK_LIMITS = 'from 1970 to 9999-01-01, with at most three digits after the second'

/** The accepted form of ISO 8601: a full date and time, with an offset of less than a day. .NET writes seven digits after the second. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?(?:Z|[+-](?:[01]\d|2[0-3]):\d{2})$/

/** The milliseconds of a timestamp, and the digits that are finer. */
const FINER = /(\.\d{3})\d+/

/** Returns the instant of an ISO 8601 text with an offset, of any year, cut to milliseconds; undefined if the text names no instant. */
export function parseTimestamp(text: string): Instant | undefined {
  if (!ISO.test(text)) return undefined
  const instant = parseISO(text.replace(FINER, '$1'), { in: nearest }).getTime()
  return Number.isNaN(instant) ? undefined : instant
}

/** Rounds to the millisecond: parseISO computes with fractions of seconds, and its result is too low in the first minute of 1970. */
function nearest(instant: Date | number | string): Date {
  return new Date(Math.round(Number(instant)))
}

/** Returns the instant of an ISO 8601 text, as `parseTimestamp` does, but undefined if the clock cannot show that instant. */
export function parseInstant(text: string): Instant | undefined {
  const instant = FINER.test(text) ? undefined : parseTimestamp(text)
  return instant !== undefined && instant >= EARLIEST && instant <= LATEST ? instant : undefined
}

/** Formats an instant as the bank writes it: `2026-03-02T09:00:00.000-05:00`. */
export function formatInstant(instant: Instant, zone: string): string {
  return textIn(zone)(instant)
}

export function timeOf(
  { now, settings }: { readonly now: Instant; readonly settings: { readonly timeZone: string } },
  instant: Instant = now,
): string {
  return formatInstant(instant, settings.timeZone)
}

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
 * length of the change, usually an hour. A time that an autumn change repeats means the first of its two instants.
 */
export function instantAt(day: Day, wallTime: number, zone: string): Instant {
  const local = day * DAY + wallTime
  const before = local - offsetAt(local - DAY, zone)
  const after = local - offsetAt(local + DAY, zone)
  if (before + offsetAt(before, zone) === local) return before
  return after + offsetAt(after, zone) === local ? after : before
}

export function startOfDay(instant: Instant, zone: string): Instant {
  return instantAt(dayOf(instant, zone), 0, zone)
}

/** Returns a date and a time as the network writes them: `CCYYMMDD` and `HHMM`. (§2.4) */
export function networkTime(instant: Instant, zone: string): { date: string; time: string } {
  const text = formatInstant(instant, zone)
  return { date: text.slice(0, 10).replaceAll('-', ''), time: text.slice(11, 16).replace(':', '') }
}

/** True if this machine knows the zone. */
export function isZone(zone: string): boolean {
  const isForm = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(zone)
  return isForm && attempt(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })) !== undefined
}

const QUARTER = 15 * MINUTE

/** By quarter hours: zones change their offset only at the beginning of one. */
const offsetIn = remembered((zone: string) =>
  remembered((quarter: number) => tzOffset(zone, new Date(quarter * QUARTER)) * MINUTE),
)

const offsetAt = (instant: Instant, zone: string): number => offsetIn(zone)(Math.floor(instant / QUARTER))

const textIn = remembered((zone: string) =>
  remembered((instant: Instant) => {
    const offset = offsetAt(instant, zone)
    return new Date(instant + offset).toISOString().slice(0, -1) + offsetText(offset)
  }),
)

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
