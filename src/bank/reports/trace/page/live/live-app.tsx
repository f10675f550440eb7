/** The page of a bank that goes on: it shows what is there, and whether it is told of more. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { BankTrace, TraceData } from '../../trace-data.ts'
import { App } from '../app.tsx'
import { type Connection, follow as followBank } from './follow.ts'
import { keepToken, tokenGiven } from './token.ts'

interface Shown {
  readonly bank: BankTrace | undefined
  readonly left: number
}

export function LiveApp({ data, follow }: { readonly data: TraceData; readonly follow: string }) {
  const [shown, setShown] = useState<Shown>({ bank: data.banks[0], left: 0 })
  const [connection, setConnection] = useState<Connection>('connecting')
  const [token, setToken] = useState(tokenGiven)

  useEffect(() => {
    return followBank({ url: new URL(follow, location.href).href, token, told: setShown, changed: setConnection })
  }, [follow, token])

  const { bank, left } = shown
  const title = data.banks.length > 0 || !bank ? data.title : bank.title
  const now = useMemo((): TraceData => ({ ...data, title, banks: bank ? [bank] : [] }), [data, title, bank])
  useEffect(() => {
    document.title = title
  }, [title])

  const use = (given: string) => {
    keepToken(given)
    setConnection('connecting')
    setToken(given)
  }
  const view = connection === 'refused' ? <AskToken use={use} /> : <Light connection={connection} />
  return bank ? <App data={now} live={{ view, left }} /> : <header class="head ask-token">{view}</header>
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
