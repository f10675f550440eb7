/** The head of the page: title, time span, problem, injected changes, and the button to copy a test. */
import { day, scrolled, time } from './parts.tsx'
import type { View } from './view.ts'

export function Header(view: View) {
  const { data, live, copy } = view
  const { title, problem, place, marks, banks } = data
  return (
    <header class="head">
      <div class="head-row">
        <h1>{title}</h1>
        {place !== undefined && <code class="place">{place}</code>}
        <Facts data={data} />
        {live?.light}
        <button type="button" onClick={copy} disabled={!copy} title="A replay of the calls, without your code">
          Copy as a test
        </button>
      </div>
      {problem !== null && (
        <section {...scrolled} class="problem" aria-label="What went wrong">
          <pre>{problem.trim()}</pre>
        </section>
      )}
      {marks.length > 0 && (
        <section {...scrolled} class="marks" aria-label="Injected">
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
      {live?.bar(view)}
    </header>
  )
}

function Facts({ data: { banks } }: Pick<View, 'data'>) {
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
