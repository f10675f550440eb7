/** Every public function, given what it does not take: it works, or says in the bank's words what is wrong; nothing leaks from inside. */
import { expect, it } from 'vitest'
import * as vostro from 'vostro'
import { type Bank, createBank } from 'vostro'
import { explore } from 'vostro/explore'
import { bankHandlers } from 'vostro/msw'
import { within } from 'vostro/vitest'

class Instance {
  field = 1
}

const wrong: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['{}', {}],
  ['[]', []],
  ['[null]', [null]],
  ["''", ''],
  ['a text', 'text'],
  ['0', 0],
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['true', true],
  ['a symbol', Symbol('of mine')],
  ['a proxy', new Proxy({}, {})],
  ['an instance', new Instance()],
  ['a date', new Date(0)],
  ['an object without a prototype', Object.create(null)],
  ['an async function', async () => {}],
]

/** What only the inside of a program knows of. */
const leak =
  /Cannot (read|destructure|convert|mix|use)|is not a function|undefined is not|is not iterable|Invalid time value|Reduce of empty|Function\.prototype|is not defined/

type Callable = (...given: unknown[]) => unknown

/** Every function of a bank and of its resources, by the path under which a test calls it. */
function functionsOf(bank: Bank): Map<string, Callable> {
  const found = new Map<string, Callable>()
  const look = (owner: object, path: string, isResource: boolean) => {
    const level = (from: object): string[] => {
      const above = Object.getPrototypeOf(from) as object | null
      const isOurs = above && ![Object.prototype, Array.prototype].includes(above as never)
      return [...Object.getOwnPropertyNames(from), ...(isOurs ? level(above) : [])]
    }
    for (const name of new Set(level(owner))) {
      const value = name === 'constructor' ? undefined : (owner as Record<string, unknown>)[name]
      // fetch takes and refuses what fetch does.
      if (typeof value === 'function' && name !== 'fetch') {
        found.set(`${path}.${name}`, (...given) => value.apply(owner, given))
      } else if (typeof value === 'object' && value !== null && !isResource && !data.includes(name)) {
        look(value, `${path}.${name}`, true)
      }
    }
  }
  look(bank, 'bank', false)
  return found
}
const data = ['world', 'journal', 'events', 'requests', 'urls', 'partner', 'masterAccount']

/** A turn of the event loop: what is refused is refused by then, and what waits for the clock may wait. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The messages that leak when `call` is made, with what was given. */
async function leaksOf(given: string, call: () => unknown): Promise<string[]> {
  try {
    await call()
    return []
  } catch (error) {
    const { name, message } = error as Error
    const isOurs = ['UsageError', 'RejectionError'].includes(name)
    return isOurs && !leak.test(message) ? [] : [`${given}: ${name}: ${message}`]
  }
}

it.each([...functionsOf(createBank()).keys()])(
  'lets %s refuse in words of its own what it does not take [§3]',
  async (path) => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount
    const named = functionsOf(bank).get(path) as Callable
    const call: Callable = path === 'bank.clock.sleep' ? (...given) => Promise.race([named(...given), turn()]) : named
    const firsts = ['x', accountNumber, 'https://partner.example/hooks', { hours: 1 }, () => new Response()]
    const leaks: string[] = []

    for (const [name, value] of wrong) {
      leaks.push(...(await leaksOf(name, () => call(value))))
      for (const first of firsts) leaks.push(...(await leaksOf(`second ${name}`, () => call(first, value))))
    }

    expect(leaks).toEqual([])
  },
)

const functions = Object.entries({ ...vostro, bankHandlers, within, explore }).filter(
  ([, value]) => typeof value === 'function' && !String(value).startsWith('class'),
) as unknown as readonly (readonly [string, Callable])[]

it.each(functions)('lets %s refuse in words of its own what it does not take [§3]', async (_, call) => {
  const leaks: string[] = []

  for (const [name, value] of wrong) {
    leaks.push(...(await leaksOf(name, () => call(value))))
    for (const first of [createBank(), createBank().world, () => {}])
      leaks.push(...(await leaksOf(`second ${name}`, () => call(first, value))))
    leaks.push(...(await leaksOf(`actor ${name}`, () => call(createBank().world, 'accounts.list', undefined, value))))
  }

  expect(leaks).toEqual([])
})

it.each([['{}'], ['null'], ['[]'], [''], ['{"world":'], ['[1,"'], ['5'], ['{"checksum":"00000000"}']])(
  'says of %o that it is no snapshot, and no journal [§3]',
  async (text) => {
    const bank = createBank()
    const leaks = [
      ...(await leaksOf('restore', () => bank.restore(text))),
      ...(await leaksOf('replay', () => vostro.replay(text as never))),
    ]

    expect(leaks).toEqual([])
    expect(() => bank.restore(text)).toThrow('Failed to restore a snapshot')
    expect(bank.world).toEqual(createBank().world)
  },
)

it('names the nearest option for a mistyped one of a wait [§6]', async () => {
  const bank = createBank()

  await expect(bank.settled({ maxTurnz: 5 } as never)).rejects.toThrow(
    'maxTurnz: unknown option; did you mean "maxTurns"?',
  )
  await expect(bank.outbox.deliver('x', { looseAnswer: true } as never)).rejects.toThrow('did you mean "loseAnswer"?')
  await expect(bank.clock.advanceAsync({ hours: 1 }, { maxTurns: '5' } as never)).rejects.toThrow(
    'maxTurns: must be a number of turns, from 0 on, and is "',
  )
})
