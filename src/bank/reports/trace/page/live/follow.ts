/**
 * Follows a bank by server-sent events. The events are read with `fetch`, because the browser's EventSource cannot send a token. After a
 * lost connection the page connects again, and the server sends the whole trace again.
 */
import type { LiveMessage } from '../../trace-data.ts'
import { type Control, MESSAGES } from './control.ts'

export type Connection = 'connecting' | 'live' | 'lost' | 'refused'

type OnMessage = (message: LiveMessage) => void

/** Milliseconds until the next try. The pause doubles with each try, up to the longest. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 8_000]

/** Returns a function that stops following. */
export function follow(control: Control, told: OnMessage, changed: (connection: Connection) => void): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let pause = FIRST_PAUSE
  const tell = (message: LiveMessage) => {
    pause = FIRST_PAUSE
    changed('live')
    told(message)
  }
  const poll = async () => {
    while (!signal.aborted) {
      const isRefused = await followOnce(control, tell, signal).catch(() => false)
      if (signal.aborted) return
      if (isRefused) return changed('refused')
      changed('lost')
      // This runs in a browser and waits for a real server, so it needs a real timer.
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
  }
  poll()
  return () => abort.abort()
}

/** Reads one stream to its end. Resolves with true if the token was refused. */
async function followOnce(control: Control, told: OnMessage, signal: AbortSignal): Promise<boolean> {
  const response = await control.fetch(MESSAGES, { signal })
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

/** The beginning and the end of a server-sent event. */
const [DATA, END] = ['data: ', '\n\n']
