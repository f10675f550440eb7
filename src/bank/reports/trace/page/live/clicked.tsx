/** The list of clicked calls. Each can be copied as a line of a test or as a curl command, and all of them as one test. */
import { useState } from 'preact/hooks'
import { copyText } from '../as-test.ts'
import { AnswerView } from './answer-view.tsx'
import { testOf } from './as-line.ts'

export interface Click {
  /** The line of a test. Empty if no function of the bank does the same. */
  readonly line: string
  readonly curl: string
  readonly answer: unknown
}

export function Clicked({ clicks, seed }: { readonly clicks: readonly Click[]; readonly seed: number }) {
  const [notice, setNotice] = useState('')
  const copy = async (what: string, text: string) =>
    setNotice((await copyText(text)) ? `${what} is copied.` : `${what} could not be copied.`)
  const lines = clicks.flatMap(({ line }) => (line === '' ? [] : [line]))
  return (
    <details class="clicked">
      <summary>
        Clicked <small>{clicks.length}</small>
      </summary>
      <p class="buttons">
        <button type="button" disabled={lines.length === 0} onClick={() => copy('The test', testOf(lines, seed))}>
          Copy all as a test
        </button>
        <span role="status">{notice}</span>
      </p>
      <ol>
        {clicks.map(({ line, curl, answer }, index) => (
          <li key={index}>
            <details>
              <summary>
                <code>{line || curl}</code>
              </summary>
              <AnswerView value={answer} />
            </details>
            <button type="button" disabled={line === ''} onClick={() => copy('The line', `${line}\n`)}>
              Copy line
            </button>
            <button type="button" onClick={() => copy('The command', `${curl}\n`)}>
              Copy curl
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}
