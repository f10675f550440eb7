/** The list of clicked calls. Each can be copied as a line of a test or as a curl command. */
import { useState } from 'preact/hooks'
import { copyText } from '../as-test.ts'
import { bodyText, scrolled } from '../parts.tsx'

export interface Click {
  /** The line of a test. Empty if no function of the bank does the same. */
  readonly line: string
  readonly curl: string
  readonly answer: unknown
}

export function Clicked({ clicks }: { readonly clicks: readonly Click[] }) {
  const [notice, setNotice] = useState('')
  const copy = async (what: string, text: string) =>
    setNotice((await copyText(text)) ? `${what} is copied.` : `${what} could not be copied.`)
  return (
    <details class="clicked">
      <summary>
        Clicked <small>{clicks.length}</small>
      </summary>
      <p role="status">{notice || 'All of them at once: “Copy as a test”, at the top of the page.'}</p>
      <ol>
        {clicks.map(({ line, curl, answer }, index) => (
          <li key={index}>
            <details>
              <summary>
                <code>{line || curl}</code>
              </summary>
              <pre {...scrolled}>{bodyText(answer) || 'Done.'}</pre>
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
