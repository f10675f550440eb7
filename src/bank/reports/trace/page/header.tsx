/** The head of the page: what was tested, what went wrong, and what the page can do. */
import type { ComponentChildren } from 'preact'
import type { TraceData } from '../trace-data.ts'
import { day, time } from './format.ts'

interface Props {
  readonly data: TraceData
  /** What a page that follows a bank says of that. */
  readonly live: ComponentChildren
  readonly isDark: boolean
  readonly onTheme: () => void
  /** Absent where the journal is not whole. */
  readonly onCopy: (() => void) | undefined
  readonly onHelp: () => void
}

export function Header({ data, live, isDark, onTheme, onCopy, onHelp }: Props) {
  const { title, problem, marks, banks } = data
  return (
    <header class="head">
      <div class="head-row">
        <h1>{title}</h1>
        <Facts data={data} />
        {live}
        <div class="buttons">
          <button type="button" onClick={onCopy} disabled={!onCopy}>
            Copy as a test
          </button>
          <button
            type="button"
            onClick={onTheme}
            aria-label={isDark ? 'Show in light colours' : 'Show in dark colours'}
          >
            {isDark ? 'Light' : 'Dark'}
          </button>
          <button type="button" onClick={onHelp} aria-label="Help with the keys">
            ?
          </button>
        </div>
      </div>
      {problem !== null && <Problem text={problem} />}
      {marks.length > 0 && (
        <section class="marks" aria-label="Injected">
          <h2>Injected</h2>
          <ul>
            {marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        </section>
      )}
      {banks.flatMap(({ missing }, bank) =>
        missing.map((text) => (
          <p class="missing" key={`${bank} ${text}`}>
            {text}
          </p>
        )),
      )}
    </header>
  )
}

function Facts({ data: { banks } }: Pick<Props, 'data'>) {
  const [bank] = banks
  const [first, last] = [bank?.steps[0], bank?.steps.at(-1)]
  if (!bank || !first || !last) return null
  const end = last.until ?? last.at
  return (
    <p class="facts">
      {day(first.at)} {time(first.at)} – {day(first.at) === day(end) ? '' : `${day(end)} `}
      {time(end)} <span>{bank.timeZone}</span> <span>seed {bank.seed}</span>
    </p>
  )
}

/** The first line is what went wrong; the rest is there when it is asked for. */
function Problem({ text }: { readonly text: string }) {
  const [first = '', ...rest] = text.trim().split('\n')
  const more = rest.join('\n').trim()
  return (
    <section class="problem" aria-label="What went wrong">
      {more === '' ? (
        <p>{first}</p>
      ) : (
        <details>
          <summary>{first}</summary>
          <pre>{more}</pre>
        </details>
      )}
    </section>
  )
}
