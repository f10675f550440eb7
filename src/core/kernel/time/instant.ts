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

/** The earliest and latest instant that the clock may show: offsets before 1970 and years past 9999 are not ISO 8601 texts. */
const EARLIEST: Instant = 0
export const LATEST: Instant = Date.UTC(9999, 0, 1)

/** The accepted part of ISO 8601: date and time in full, with an offset under a day. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):\d{2})$/

/** The instant that an ISO 8601 text with an offset names, of any year; undefined where it names none. */
export function parseTimestamp(text: string): Instant | undefined {
  if (!ISO.test(text)) return undefined
  const instant = parseISO(text, { in: nearest }).getTime()
  return Number.isNaN(instant) ? undefined : instant
}

/** parseISO computes with fractions of seconds, which in the first minute of 1970 come out a little below the millisecond. */
function nearest(instant: Date | number | string): Date {
  return new Date(Math.round(Number(instant)))
}

/** The same, if the clock can show this instant; else undefined. */
export function parseInstant(text: string): Instant | undefined {
  const instant = parseTimestamp(text)
  return instant !== undefined && instant >= EARLIEST && instant <= LATEST ? instant : undefined
}

/** `2026-03-02T09:00:00.000-05:00`: the instant as the bank writes it. */
export function formatInstant(instant: Instant, zone: string): string {
  const cache = cacheOf(zone)
  if (cache.instant !== instant) {
    cache.text = textAt(instant, zone, cache.texts)
    cache.instant = instant
  }
  return cache.text
}

/** An instant as a bank writes it; by default its present one. */
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

/** The calendar day on which `instant` falls in `zone`. */
export function dayOf(instant: Instant, zone: string): Day {
  return Math.floor((instant + offsetAt(instant, zone)) / DAY)
}

/** Milliseconds since local midnight by the wall clock: 15:30 is 55,800,000 on a day with a clock change too. */
export function wallTimeOf(instant: Instant, zone: string): number {
  const local = instant + offsetAt(instant, zone)
  return local - Math.floor(local / DAY) * DAY
}

/**
 * The instant at which the clocks of `zone` show `wallTime` on `day`. A time that a spring change leaves out is moved
 * forward by the change; of a time that an autumn change repeats, the first is meant.
 */
export function instantAt(day: Day, wallTime: number, zone: string): Instant {
  const local = day * DAY + wallTime
  const before = local - offsetAt(local - DAY, zone)
  const after = local - offsetAt(local + DAY, zone)
  if (before + offsetAt(before, zone) === local) return before
  return after + offsetAt(after, zone) === local ? after : before
}

/** Midnight of the day on which `instant` falls. */
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

/** Whether `zone` is a zone that this machine knows. */
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

/** The cache of a zone. It changes the speed of an answer, never the answer. */
interface ZoneCache {
  /** By quarter hour, as zones change their offset only there. */
  readonly offsets: Map<number, number>
  readonly texts: Map<Instant, string>
  /** The last instant that was formatted, as it is often asked for again. */
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
