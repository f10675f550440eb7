/**
 * The worker that runs one story. Each run has a worker of its own, so that an endless story can be stopped, and a story that moves the
 * clock does not move that of the page. The requests of a story go only to its bank.
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

/** The `fetch` of a story. The bank of the running test answers, as with MSW. */
const storyFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const bank = currentBank()
  const { authUrl, baseUrl, loanBaseUrl } = bank.urls
  if ([authUrl, baseUrl, loanBaseUrl].some((url) => request.url.startsWith(url))) return await bank.fetch(request)
  throw new TypeError(
    `Failed to fetch "${request.method} ${request.url}": the bank of this story is at ${baseUrl}, ${authUrl} and ${loanBaseUrl}, and the playground sends nothing elsewhere. Take the address of bank.urls.`,
  )
}

/** The globals of a worker that can send requests. A story gets none of them. */
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
