/** The present on a followed clock: every way in which code asks for the time gives the same time, and dates stay dates. */
import assert from 'node:assert'
import { createRequire } from 'node:module'
import { performance as measuring } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { dequal } from 'dequal'
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBank } from 'vostro'
import { followClock } from 'vostro/time'

const noon = '2026-03-02T12:00:00-05:00'

it('keeps a token in a cache until the token expires, and no longer [§5]', async () => {
  const bank = createBank()
  using _ = followClock(bank)
  const tokens = new LRUCache<string, string>({ max: 10 })
  const getToken = () => {
    const kept = tokens.get('bank')
    if (kept !== undefined) return kept
    const { access_token, expires_in } = bank.tokens.issue()
    tokens.set('bank', access_token, { ttl: expires_in * 1000 })
    return access_token
  }

  const first = getToken()
  await bank.clock.advanceAsync({ hours: 23 })
  const second = getToken()
  await bank.clock.advanceAsync({ hours: 2 })
  const third = getToken()

  expect([second === first, third === first]).toEqual([true, false])
})

it('measures from above zero, and from the origin to the present time of the clock [§3]', () => {
  const bank = createBank({ now: noon })
  using _ = followClock(bank)

  const first = performance.now()
  bank.clock.advance({ minutes: 1 })

  expect([first, performance.now(), measuring.now()]).toEqual([1_000, 61_000, 61_000])
  expect(performance.timeOrigin + performance.now()).toBe(Date.now())
  expect(performance.toJSON()).toMatchObject({ timeOrigin: performance.timeOrigin })
})

it('never measures backwards, even if the bank returns to an earlier instant [§3]', () => {
  const bank = createBank({ now: noon })
  using _ = followClock(bank)
  const snapshot = bank.snapshot()
  bank.clock.advance({ hours: 1 })
  const before = performance.now()

  bank.restore(snapshot)
  const after = performance.now()
  bank.clock.advance({ hours: 2 })
  bank.reset()

  expect([before, after, performance.now()]).toEqual([3_601_000, 3_601_000, 10_801_000])
  expect(performance.timeOrigin + performance.now()).toBe(Date.now())
})

/** The `Temporal` of an engine, which never asks `Date` for the time. */
function engineTemporal() {
  const real = (zone = 'UTC') => Temporal.Instant.from('2001-02-03T04:05:06Z').toZonedDateTimeISO(zone)
  const Now = {
    timeZoneId: () => 'UTC',
    instant: () => real().toInstant(),
    zonedDateTimeISO: real,
    plainDateTimeISO: (zone?: string) => real(zone).toPlainDateTime(),
    plainDateISO: (zone?: string) => real(zone).toPlainDate(),
    plainTimeISO: (zone?: string) => real(zone).toPlainTime(),
  }
  return Object.create(Temporal, { Now: { value: Now } }) as { readonly Now: typeof Now }
}

it.each([
  ['an engine', engineTemporal],
  ['a polyfill, which asks Date', () => Temporal],
])("gives the bank's time to the Temporal of %s [§3]", (_name, make) => {
  vi.stubGlobal('Temporal', make())
  onTestFinished(() => void vi.unstubAllGlobals())
  const { Now } = (globalThis as unknown as { Temporal: ReturnType<typeof make> }).Temporal
  const tell = () => {
    using _ = followClock(createBank({ now: noon }))
    return [
      Now.instant(),
      Now.zonedDateTimeISO('America/New_York'),
      Now.plainDateTimeISO('America/New_York'),
      Now.plainDateISO('Asia/Tokyo'),
      Now.plainTimeISO('UTC'),
      Now.zonedDateTimeISO().toInstant(),
    ]
  }

  expect(tell().map(String)).toEqual([
    '2026-03-02T17:00:00Z',
    '2026-03-02T12:00:00-05:00[America/New_York]',
    '2026-03-02T12:00:00',
    '2026-03-03',
    '17:00:00',
    '2026-03-02T17:00:00Z',
  ])
  expect(String(Now.plainDateISO('UTC'))).not.toBe('2026-03-02')
})

const { isDeepStrictEqual } = createRequire(import.meta.url)('node:util') as typeof import('node:util')

it.each<[string, (one: Date, other: Date) => boolean]>([
  ['dequal', dequal],
  ['util.isDeepStrictEqual', isDeepStrictEqual],
  ['assert.deepStrictEqual', (one, other) => doesPass(() => assert.deepStrictEqual(one, other))],
  ['toStrictEqual', (one, other) => doesPass(() => expect(one).toStrictEqual(other))],
])('lets %s distinguish equal dates from different ones [§3]', (_name, equals) => {
  const before = new Date('2026-03-02T17:00:00Z')
  using _ = followClock(createBank({ now: noon }))

  const dates = [new Date(), before, new Date('2026-03-02T17:00:00Z')] as const

  expect(dates.map((date) => equals(dates[0], date))).toEqual([true, true, true])
  expect(dates.map((date) => equals(date, new Date(0)))).toEqual([false, false, false])
})

function doesPass(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

it('keeps Date as it is: its constructor, its text, its clones and its subclasses [§3]', () => {
  const Saved = Date
  const before = Saved.prototype.constructor
  class Before extends Date {}
  const time = followClock(createBank({ now: noon }))
  onTestFinished(time.giveBack)
  class During extends Date {
    readonly isOwn = true
  }

  const [date, saved, during] = [new Date(), new Saved(0), new During()]
  const facts = {
    constructors: [date.constructor === Date, saved.constructor === Date, during.constructor === During],
    instances: [date instanceof Date, date instanceof Saved, saved instanceof Date, new Before(0) instanceof Date],
    tag: Object.prototype.toString.call(date),
    clone: structuredClone(date).getTime() - date.getTime(),
    subclass: [during instanceof During, during.isOwn, during.toISOString()],
    statics: [Date.length, Date.name, Date.UTC(1970, 0, 1), Date.parse('1970-01-01T00:00:00Z')],
    text: Date() === date.toString(),
  }
  time.giveBack()

  expect(facts).toEqual({
    constructors: [true, true, true],
    instances: [true, true, true, true],
    tag: '[object Date]',
    clone: 0,
    subclass: [true, true, '2026-03-02T17:00:00.000Z'],
    statics: [7, 'Date', 0, 0],
    text: true,
  })
  expect([Date === Saved, date.constructor === before]).toEqual([true, true])
  expect(Math.abs(new During().getTime() - Date.now())).toBeLessThan(3_600_000)
})

it("gives the bank's time to a separate context to which the test passes Date [§3]", () => {
  using _ = followClock(createBank({ now: noon }))

  expect(runInNewContext('new Date().toISOString()', { Date })).toBe('2026-03-02T17:00:00.000Z')
})

it('warns of a timer that is too long for Node, as Node does, and fires it at once [§3]', async () => {
  const warnings: string[] = []
  const listen = ({ name }: Error) => void warnings.push(name)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  const bank = createBank()
  using _ = followClock(bank)

  await new Promise((resolve) => setTimeout(resolve, 2 ** 31))
  await wait(2 ** 31)
  await wait(2 ** 31 - 1, undefined, { signal: AbortSignal.timeout(5) }).catch(() => {})
  await new Promise((resolve) => setImmediate(resolve))

  expect(warnings).toEqual(['TimeoutOverflowWarning', 'TimeoutOverflowWarning'])
  expect(bank.clock.now.slice(11, 23)).toBe('09:00:00.007')
})
