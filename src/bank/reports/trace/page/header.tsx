/** The head of the page: title, time span, problem, injected changes, buttons, and the colour theme. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { day, time } from './parts.tsx'
import type { View } from './view.ts'

export function Header(view: View) {
  const { data, live, isDark, copy, actions } = view
  const { title, problem, place, marks, banks } = data
  return (
    <header class="head">
      <div class="head-row">
        <h1>{title}</h1>
        {place !== undefined && <code class="place">{place}</code>}
        <Facts data={data} />
        {live?.light}
        <div class="buttons">
          <button type="button" onClick={copy} disabled={!copy} title="A replay of the calls, without your code">
            Copy as a test
          </button>
          <button
            type="button"
            onClick={actions.theme}
            aria-label={isDark ? 'Show in light colours' : 'Show in dark colours'}
          >
            {isDark ? 'Light' : 'Dark'}
          </button>
          <button type="button" onClick={actions.help} aria-label="Help with the keys">
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

/** How many lines of the problem are shown at once: they say what is wrong, and where the payment is. */
const FIRST = 4

function Problem({ text }: { readonly text: string }) {
  const lines = text.trim().split('\n')
  const shown = lines.filter((line) => line.trim() !== '').slice(0, FIRST)
  const more = lines
    .slice(lines.indexOf(shown.at(-1) ?? '') + 1)
    .join('\n')
    .trim()
  return (
    <section class="problem" aria-label="What went wrong">
      <pre>{shown.join('\n')}</pre>
      {more !== '' && (
        <details>
          <summary>The rest of the message</summary>
          <pre>{more}</pre>
        </details>
      )}
    </section>
  )
}

/** The theme of the page. It follows the theme of the system; a toggle lasts until that theme changes. */
export function useTheme(): [isDark: boolean, toggle: () => void] {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  // A layout effect, so that the page is never painted in the wrong theme.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [isDark])
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setDark(system.matches)
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  return [isDark, () => setDark((before) => !before)]
}
