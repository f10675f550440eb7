/**
 * Where a story runs: a worker of its own for each run, so that a story which does not end can be ended, and the clock that it moves is
 * not that of the page. Its requests go to its bank, and nowhere else.
 */
import * as vostro from 'vostro'
import * as vostroExplore from 'vostro/explore'
import * as vostroRunner from 'vostro/test'
import * as vostroTime from 'vostro/time'
import { compiled } from './compile.ts'
import { expect } from './expect.ts'
import { failureText } from './failure-text.ts'
import { storyConsole } from './printed.ts'
import { bankTest, plainTest, played } from './runner.ts'
import { showBank, showRun } from './scenes.ts'
import type { Told } from './told.ts'

const { currentBank, within } = vostroRunner

const createBank: typeof vostro.createBank = (options) => {
  const bank = vostro.createBank(options)
  showBank(bank)
  return bank
}

const explore: typeof vostroExplore.explore = async (scenario, options) => {
  const result = await vostroExplore.explore(scenario, options)
  for (const failure of result.failures) showRun(failure)
  return result
}

const modules = {
  vostro: { ...vostro, createBank },
  'vostro/explore': { ...vostroExplore, explore },
  'vostro/test': vostroRunner,
  'vostro/time': vostroTime,
  'vostro/vitest': { expect, test: bankTest(), it: bankTest(), currentBank, within },
  vitest: { expect, test: plainTest, it: plainTest },
}

/** The `fetch` of a story: the bank of the running test answers, as it does behind MSW. */
const storyFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const bank = currentBank()
  const { authUrl, baseUrl, loanBaseUrl } = bank.urls
  if ([authUrl, baseUrl, loanBaseUrl].some((url) => request.url.startsWith(url))) return await bank.fetch(request)
  throw new TypeError(
    `Failed to fetch "${request.method} ${request.url}": the bank of this story is at ${baseUrl}, ${authUrl} and ${loanBaseUrl}, and the playground sends nothing elsewhere. Take the address of bank.urls.`,
  )
}

/** What sends requests in a worker; no story has it. */
const SENDERS = ['XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'importScripts', 'BroadcastChannel']

const tell = postMessage as (told: Told) => void

async function play(code: string): Promise<void> {
  try {
    const story = compiled(code, modules, { console: storyConsole, fetch: storyFetch })
    for await (const test of played(story)) tell({ kind: 'test', test })
  } catch (error) {
    tell({ kind: 'test', test: { name: 'The story', printed: '', failure: failureText(error), scenes: [] } })
  }
  tell({ kind: 'ended' })
}

Object.assign(globalThis, { fetch: storyFetch })
for (const name of SENDERS) Reflect.set(globalThis, name, undefined)
addEventListener('message', ({ data }: MessageEvent<string>) => void play(data), { once: true })
