/** Other libraries that fake the time: one of them and a followed clock exclude each other, and the bank keeps its time. */
import { createRequire } from 'node:module'
import { mock } from 'node:test'
import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers'
import FakeTimers from '@sinonjs/fake-timers'
import { ModuleMocker } from 'jest-mock'
import mockdate from 'mockdate'
import timekeeper from 'timekeeper'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBank, UsageError } from 'vostro'
import { followClock } from 'vostro/time'

const noon = '2026-03-02T12:00:00-05:00'
const config = { rootDir: '.', testRegex: [], fakeTimers: {} } as never
const jestModern = new ModernFakeTimers({ global: globalThis, config })
const jestLegacy = new LegacyFakeTimers<NodeJS.Timeout>({
  global: globalThis,
  moduleMocker: new ModuleMocker(globalThis),
  config,
  timerConfig: { idToRef: (id) => id as never, refToId: Number },
})
let sinon: { uninstall(): void } | undefined

const fakes: [name: string, begin: () => void, end: () => void][] = [
  ['vi.useFakeTimers', () => vi.useFakeTimers(), () => vi.useRealTimers()],
  ['vi.useFakeTimers of Date alone', () => vi.useFakeTimers({ toFake: ['Date'] }), () => vi.useRealTimers()],
  ['vi.setSystemTime', () => vi.setSystemTime(0), () => vi.useRealTimers()],
  ['a spy on Date.now', () => vi.spyOn(Date, 'now').mockReturnValue(0), () => vi.restoreAllMocks()],
  ['jest.useFakeTimers', () => jestModern.useFakeTimers(), () => jestModern.useRealTimers()],
  ['the legacy fake timers of Jest', () => jestLegacy.useFakeTimers(), () => jestLegacy.useRealTimers()],
  [
    '@sinonjs/fake-timers',
    () => {
      sinon = FakeTimers.install()
    },
    () => sinon?.uninstall(),
  ],
  ['mock.timers of node:test', () => mock.timers.enable(), () => mock.timers.reset()],
  ['mock.timers of Date alone', () => mock.timers.enable({ apis: ['Date'] }), () => mock.timers.reset()],
  ['mock.timers of setTimeout', () => mock.timers.enable({ apis: ['setTimeout'] }), () => mock.timers.reset()],
  ['mockdate', () => mockdate.set(0), () => mockdate.reset()],
  ['timekeeper.freeze', () => timekeeper.freeze(1), () => timekeeper.reset()],
  ['timekeeper.travel', () => timekeeper.travel(1), () => timekeeper.reset()],
]

it.each(fakes)('refuses to follow a clock while %s is active [§3]', (_name, begin, end) => {
  const bank = createBank({ now: noon })

  begin()
  try {
    expect(() => followClock(bank)).toThrow(
      'the time is faked, and a followed clock excludes that. Call vi.useRealTimers()',
    )
  } finally {
    end()
  }
  using _ = followClock(bank)

  expect(new Date().toISOString()).toBe('2026-03-02T17:00:00.000Z')
})

const isSpy = ([name]: (typeof fakes)[number]) => name.startsWith('a spy')

it.each(fakes.filter((fake) => !isSpy(fake)))(
  'refuses %s while a clock is followed, and says what to use instead [§3]',
  (_name, begin, end) => {
    const [dates, set, clear] = [Date, setTimeout, clearInterval]
    const time = followClock(createBank({ now: noon }))
    onTestFinished(time.giveBack)

    let refusal: unknown
    try {
      begin()
    } catch (error) {
      refusal = error
    }
    const seen = [new Date(), Date.now(), performance.timeOrigin + performance.now()].map(Number)
    end()
    const after = Date.now()
    time.giveBack()

    expect(refusal).toBeInstanceOf(UsageError)
    expect((refusal as Error).message).toContain('Move that clock instead, with bank.clock.advance() or advanceTo()')
    expect(new Set([...seen, after])).toEqual(new Set([Date.parse(noon)]))
    expect([Date, setTimeout, clearInterval]).toEqual([dates, set, clear])
  },
)

it.each(fakes)('leaves Date to the bank if a test ends %s without having begun it [§3]', (_name, _begin, end) => {
  using _ = followClock(createBank({ now: noon }))

  end()

  expect(new Date().toISOString()).toBe('2026-03-02T17:00:00.000Z')
})

it('lets a test fake the time after a followed clock was given back, also with a library that was loaded while the clock was followed [§3]', () => {
  const time = followClock(createBank({ now: noon }))
  onTestFinished(time.giveBack)
  const late = FakeTimers.withGlobal(globalThis)
  const require = createRequire(import.meta.url)
  delete require.cache[require.resolve('mockdate')]
  const lateDates = require('mockdate') as typeof mockdate
  time.giveBack()

  const clock = late.install({ now: 5 })
  const faked = Date.now()
  clock.uninstall()
  lateDates.set(7)
  const set = Date.now()
  lateDates.reset()

  expect([faked, set]).toEqual([5, 7])
  using _ = followClock(createBank({ now: noon }))
  lateDates.reset()
  expect(new Date().toISOString()).toBe('2026-03-02T17:00:00.000Z')
})

it('lets a test spy on Date.now and on the timers of a followed clock [§3]', () => {
  using _ = followClock(createBank({ now: noon }))
  const now = vi.spyOn(Date, 'now').mockReturnValueOnce(5)
  const set = vi.spyOn(globalThis, 'setTimeout')
  const method = mock.method(globalThis, 'setInterval')

  clearTimeout(setTimeout(() => {}, 10))
  clearInterval(setInterval(() => {}, 10))
  const told = [Date.now(), Date.now()]
  vi.restoreAllMocks()
  method.mock.restore()

  expect([now.mock.calls.length, set.mock.calls.length, method.mock.callCount()]).toEqual([2, 1, 1])
  expect(told).toEqual([5, Date.parse(noon)])
})
