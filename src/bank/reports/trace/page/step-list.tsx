/** The steps, in order: one bank's, or two banks' beside each other. */
import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import type { BankTrace, Step } from '../trace-data.ts'
import { type Line, type ListedStep, lanes } from './lanes.ts'
import { day, elapsed, time } from './parts.tsx'
import type { View } from './view.ts'

export function StepList(view: View) {
  const { data, listed, place, go } = view
  const { banks } = data
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
        <ol class="steps">
          {listed[0]?.map((step, index) => (
            <Row
              key={step.number}
              bank={banks[0] as BankTrace}
              step={step}
              before={listed[0]?.[index - 1]}
              isCurrent={place.step === step.number}
              side={0}
              go={go}
            />
          ))}
        </ol>
      )}
      {found === 0 && <p class="none">No step has all of this.</p>}
    </section>
  )
}

/** Two banks: steps with the same number beside each other, with a line where they first differ. */
function Beside({ data: { banks, firstDifference }, listed, place, go }: View) {
  const numbers = [...new Set(listed.flatMap((steps) => steps.map(({ number }) => number)))].sort((a, b) => a - b)
  const sides = listed.map((steps) => new Map(steps.map((step) => [step.number, step])))
  return (
    <>
      <div class="pair names" aria-hidden="true">
        {banks.map(({ title }) => (
          <strong key={title}>{title}</strong>
        ))}
      </div>
      <ol class="steps">
        {numbers.map((number, index) => (
          <li key={number} class={number === firstDifference ? 'differs' : ''}>
            {number === firstDifference && <p class="differs-here">First difference</p>}
            <ul class="pair">
              {banks.map((bank, side) => {
                const step = sides[side]?.get(number)
                const before = sides[side]?.get(numbers[index - 1] ?? -1)
                const isCurrent = place.step === number && place.bank === side
                return step ? (
                  <Row
                    key={bank.title}
                    bank={bank}
                    step={step}
                    before={before}
                    isCurrent={isCurrent}
                    side={side}
                    go={go}
                  />
                ) : (
                  <li key={bank.title} />
                )
              })}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

interface RowProps {
  readonly bank: BankTrace
  readonly step: ListedStep
  readonly before: ListedStep | undefined
  readonly isCurrent: boolean
  readonly side: number
  readonly go: View['go']
}

/** From so many steps on, the steps that are out of sight are not laid out. */
const LONG = 1_000

/** The list shows so many lines of a step: its own view has them all. */
const MOST_LINES = 8

const Row = memo(({ bank, step: { number, lines }, before, isCurrent, side, go }: RowProps) => {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
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
            <LineView key={index} line={line} mark={index === 0 ? step.mark : undefined} />
          ))}
          {lines.length > MOST_LINES && <span class="more">and {lines.length - MOST_LINES} more</span>}
        </span>
      </button>
    </li>
  )
})

export function LineView({
  line: { lane, text, isRefusal },
  mark,
}: {
  readonly line: Line
  readonly mark?: string | undefined
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
      </span>
    </span>
  )
}
