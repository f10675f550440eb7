import { afterEach, expect, it, vi } from 'vitest'
import { storeToken, tokenGiven } from '../../../../src/bank/reports/trace/page/live/token.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Makes a page at this address. Without `mayChange`, it may neither change its address nor use storage, as in some frames. */
function pageAt(hash: string, { mayChange }: { mayChange: boolean }) {
  const kept = new Map<string, string>()
  const shown: string[] = []
  const allowed = <Given extends unknown[], Result>(act: (...given: Given) => Result) => {
    return (...given: Given) => {
      if (mayChange) return act(...given)
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  }
  vi.stubGlobal('location', { hash, pathname: '/_vostro/trace/live', search: '' })
  vi.stubGlobal('history', { replaceState: allowed((_: unknown, __: string, address: string) => shown.push(address)) })
  vi.stubGlobal('sessionStorage', {
    getItem: allowed((key: string) => kept.get(key) ?? null),
    setItem: allowed((key: string, value: string) => kept.set(key, value)),
  })
  return shown
}

it('removes the token from the address, and still has it after a reload [§4]', () => {
  const shown = pageAt('#token=secret&step=3', { mayChange: true })

  expect(tokenGiven()).toBe('secret')
  expect(shown).toEqual(['/_vostro/trace/live#step=3'])

  vi.stubGlobal('location', { hash: '#step=3', pathname: '/_vostro/trace/live', search: '' })
  expect(tokenGiven()).toBe('secret')
  expect(shown).toHaveLength(1)
})

it('opens with its token in a frame that may neither change its address nor use storage [§4]', () => {
  const shown = pageAt('#token=secret', { mayChange: false })

  expect(tokenGiven()).toBe('secret')
  expect(() => storeToken('another')).not.toThrow()
  expect(shown).toEqual([])

  pageAt('', { mayChange: false })
  expect(tokenGiven()).toBeUndefined()
})
