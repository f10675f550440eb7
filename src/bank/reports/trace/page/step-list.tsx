/** The pane with the list of steps, of one bank or of two banks side by side. */
import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import { lanes } from '../../lanes.ts'
import type { BankTrace, Step, TracedFact } from '../trace-data.ts'
import type { ListedStep } from './lines.ts'
import { day, elapsed, time } from './parts.tsx'
import { differenceIn } from './place.ts'
import type { View } from './view.ts'

export function StepList(view: View) {
  const { listed } = view
  const { banks } = view.data
  const found = listed.reduce((sum, { length }) => sum + length, 0)
  return (
    <section class={`pane pane-steps ${found > LONG ? 'long' : ''}`} aria-label="Steps">
      <h2>
        Steps{' '}
        <small>{found === banks.reduce((sum, { steps }) => sum + steps.length, 0) ? found : `${found} found`}</small>
      </h2>
      {banks.length > 1 ? (
        <Beside {...view} />
      ) : (
        <ol class="steps">{listed[0]?.map((step, index) => rowOf(view, 0, step, listed[0]?.[index - 1]))}</ol>
      )}
      {found === 0 && <p class="none">No step matches the search and the filters.</p>}
    </section>
  )
}

/** The steps of two banks side by side, by their numbers up to the first difference, which a line marks, and then from there on. */
function Beside(view: View) {
  const { data, listed } = view
  const { banks } = data
  const differs = banks.map((_, side) => differenceIn(data, side) ?? 0)
  const most = Math.max(...differs)
  const sides = listed.map((steps, side) => {
    const own = differs[side] ?? 0
    return new Map(steps.map((step) => [step.number < own ? step.number : step.number - own + most, step]))
  })
  const numbers = [...new Set(sides.flatMap((steps) => [...steps.keys()]))].sort((a, b) => a - b)
  return (
    <>
      <div class="pair names" aria-hidden="true">
        {banks.map(({ title }) => (
          <strong key={title}>{title}</strong>
        ))}
      </div>
      <ol class="steps">
        {numbers.map((number, index) => (
          <li key={number} class={number === most && most > 0 ? 'differs' : ''}>
            {number === most && most > 0 && <p class="differs-here">First difference</p>}
            <ul class="pair">
              {sides.map((steps, side) => {
                const step = steps.get(number)
                return step ? rowOf(view, side, step, steps.get(numbers[index - 1] ?? -1)) : <li key={side} />
              })}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The row has only the props that it shows, so that the change of another row does not render it again. */
function rowOf({ data, place, go }: View, side: number, step: ListedStep, before: ListedStep | undefined) {
  const isCurrent = place.step === step.number && place.bank === side
  const bank = data.banks[side] as BankTrace
  return <Row key={`${side} ${step.number}`} {...{ bank, step, before, isCurrent, side, go }} />
}

interface RowProps {
  readonly bank: BankTrace
  readonly step: ListedStep
  readonly before: ListedStep | undefined
  readonly isCurrent: boolean
  readonly side: number
  readonly go: View['go']
}

/** In a list of more steps than this, the browser does not lay out steps that are out of sight. */
const LONG = 1_000

/** The greatest number of lines that the list shows for a step. The pane of the step shows all lines. */
const MOST_LINES = 8

const Row = memo(({ bank, step: { number, lines }, before, isCurrent, side, go }: RowProps) => {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent && row.current) showIn(row.current.closest('.pane') as Element, row.current)
  }, [isCurrent])
  const step = bank.steps[number] as Step
  const last = before && bank.steps[before.number]
  const isNewDay = !last || last.at.slice(0, 10) !== step.at.slice(0, 10)
  const isLater = last !== undefined && last.at !== step.at
  return (
    <li ref={row} class="step">
      {(isNewDay || isLater) && (
        <p class={`clock ${isNewDay ? 'day' : ''}`}>
          {isNewDay && <span>{day(step.at)}</span>}
          <time dateTime={step.at}>{time(step.at)}</time>
          {isLater && <small>{elapsed(last.at, step.at)} later</small>}
        </p>
      )}
      <button type="button" aria-current={isCurrent ? 'step' : undefined} onClick={() => go(number, side)}>
        <span class="number">{number}</span>
        <span class="lines">
          {lines.slice(0, MOST_LINES).map((line, index) => (
            <LineView key={index} line={line} {...(index === 0 ? step : {})} />
          ))}
          {lines.length > MOST_LINES && <span class="more">and {lines.length - MOST_LINES} more</span>}
        </span>
      </button>
    </li>
  )
})

/** Scrolls a pane alone, and not the page, which begins with the reason of a failure. */
function showIn(pane: Element, row: Element): void {
  const [all, { top, bottom }] = [pane.getBoundingClientRect(), row.getBoundingClientRect()]
  pane.scrollTop += Math.min(top - all.top - 60, 0) || Math.max(bottom - all.bottom + 60, 0)
}

export function LineView({
  line: { lane, text, isRefusal },
  mark,
  place,
}: {
  readonly line: TracedFact
  readonly mark?: string | undefined
  readonly place?: string | undefined
}) {
  return (
    <span class={`line ${isRefusal ? 'refusal' : ''}`}>
      <span class="tag">{lanes[lane].name}</span>
      <span class="text">
        {isRefusal && (
          <span class="sign" role="img" aria-label="refused">
            ✗
          </span>
        )}
        {text}
        {mark !== undefined && <em class="injected">{mark}</em>}
        {place !== undefined && <code class="place">{place}</code>}
      </span>
    </span>
  )
}
