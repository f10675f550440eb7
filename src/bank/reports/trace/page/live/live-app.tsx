/** The page of a running bank: shows its trace, the console, and the state of the connection. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { LiveMessage, TraceData } from '../../trace-data.ts'
import { App } from '../app.tsx'
import type { Live } from '../view.ts'
import { Bar } from './bar.tsx'
import { Control } from './control.ts'
import { type Connection, follow as followBank } from './follow.ts'
import { Decisions, InForceView } from './in-force-view.tsx'
import { storeToken, tokenGiven } from './token.ts'
import { useCalls } from './use-calls.ts'

export function LiveApp({ data, follow }: { readonly data: TraceData; readonly follow: string }) {
  const [shown, setShown] = useState<Partial<LiveMessage>>({ ...(data.banks[0] && { bank: data.banks[0] }) })
  const [connection, setConnection] = useState<Connection>('connecting')
  const [token, setToken] = useState(tokenGiven)
  const url = new URL(follow, location.href).href

  const control = useMemo(() => new Control(url, token), [url, token])
  useEffect(() => followBank(control, setShown, setConnection), [control])

  const { bank, left = 0, inForce } = shown
  const calls = useCalls(control, left + (bank?.steps.length ?? 0))
  const title = data.banks.length > 0 || !bank ? data.title : bank.title
  const now = useMemo((): TraceData => ({ ...data, title, banks: bank ? [bank] : [] }), [data, title, bank])
  useEffect(() => {
    document.title = title
  }, [title])

  const use = (given: string) => {
    storeToken(given)
    setConnection('connecting')
    setToken(given)
  }
  const isRefused = connection === 'refused'
  const light = isRefused ? <AskToken use={use} /> : <Light connection={connection} />
  if (!bank) return <header class="head ask-token">{light}</header>
  const live: Live = {
    light,
    left,
    bar: (view) => !isRefused && <Bar {...{ view, control, calls }} />,
    decisions: (view) => <Decisions {...{ view, calls }} />,
    inForce: inForce && <InForceView {...{ inForce, calls }} />,
  }
  return <App data={now} live={live} />
}

const words: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost: trying again',
  refused: 'A token is needed',
}

function Light({ connection }: { readonly connection: Connection }) {
  return (
    <span class={`live ${connection === 'live' ? 'on' : ''} ${connection === 'lost' ? 'lost' : ''}`} role="status">
      {words[connection]}
    </span>
  )
}

function AskToken({ use }: { readonly use: (token: string) => void }) {
  const [text, setText] = useState('')
  return (
    <span class="ask-token">
      <label>
        Token of the control API{' '}
        <input
          type="password"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value.trim())}
          onKeyDown={({ key }) => key === 'Enter' && text !== '' && use(text)}
        />
      </label>
      <button type="button" disabled={text === ''} onClick={() => use(text)}>
        Follow
      </button>
    </span>
  )
}
