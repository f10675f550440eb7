/**
 * Following a bank: server-sent events, read by `fetch`, as the EventSource of browsers sends no token. A lost connection is made again,
 * and then everything is sent anew.
 */
import type { LiveMessage } from '../../trace-data.ts'

export type Connection = 'connecting' | 'live' | 'lost' | 'refused'

/** The address that is followed, and the functions that are told. */
export interface Following {
  readonly url: string
  readonly token: string | undefined
  readonly told: (message: LiveMessage) => void
  readonly changed: (connection: Connection) => void
}

/** Milliseconds until the next try: twice as long each time, but not longer than the last. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 8_000]

/** @returns a function that ends it */
export function follow({ url, token, told, changed }: Following): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let pause = FIRST_PAUSE
  const tell = (message: LiveMessage) => {
    pause = FIRST_PAUSE
    changed('live')
    told(message)
  }
  const goOn = async () => {
    while (!signal.aborted) {
      const isRefused = await followOnce({ url, token, told: tell }, signal).catch(() => false)
      if (signal.aborted) return
      if (isRefused) return changed('refused')
      changed('lost')
      // This runs in a browser: the server is real, and so is the time until it is back.
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
  }
  goOn()
  return () => abort.abort()
}

/** @returns whether the token was refused; otherwise the stream has ended */
async function followOnce({ url, token, told }: Omit<Following, 'changed'>, signal: AbortSignal): Promise<boolean> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(url, { headers, signal, cache: 'no-store', credentials: 'omit' })
  if (response.status === 401) return true
  if (!response.ok || !response.body) return false
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return false
    text += value
    for (let end = text.indexOf(END); end >= 0; end = text.indexOf(END)) {
      told(JSON.parse(text.slice(DATA.length, end)) as LiveMessage)
      text = text.slice(end + END.length)
    }
  }
}

/** How an event begins, and how it ends. */
const [DATA, END] = ['data: ', '\n\n']
