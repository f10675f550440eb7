/** The scope: the lanes, the plot of a balance and the slider, one below the other, with one column for each step. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Lane } from '../../../../core/telling.ts'
import { laneNames, lanes } from '../../lanes.ts'
import type { Balance, BankTrace } from '../trace-data.ts'
import { linesOf } from './lines.ts'
import { day, money, time } from './parts.tsx'
import { differenceIn } from './place.ts'
import { balancesOf } from './states.ts'
import type { View } from './view.ts'

export function Scope(view: View) {
  const { data, bank, place, go } = view
  const firstDifference = differenceIn(data, place.bank)
  const { step } = place
  const { steps } = bank
  const current = steps[step]
  const size = steps.length
  const at = `${((step + 0.5) / size) * 100}%`
  return (
    <section class="scope" aria-label="The test on the virtual clock" style={{ '--steps': size }}>
      <Dots {...view} />
      <BalancePlot {...view} />
      <Days {...view} />
      <div class="track">
        {firstDifference !== null && firstDifference < size && (
          <i
            class="difference"
            style={{ left: `${(firstDifference / size) * 100}%` }}
            title="Here the two banks differ"
          />
        )}
        <i class="cursor" style={{ left: at }} />
        <input
          type="range"
          min={0}
          max={Math.max(size - 1, 0)}
          value={step}
          aria-label="Step"
          aria-valuetext={current ? `Step ${step} of ${size - 1}, ${day(current.at)} ${time(current.at)}` : ''}
          onInput={({ currentTarget }) => go(Number(currentTarget.value))}
        />
      </div>
    </section>
  )
}

/** A row for each lane, with a mark for each step. More entries in the lane make the mark taller. Refusals have another colour. */
function Dots({ bank, shown, go }: View) {
  const marks = useMemo(() => marksOf(bank), [bank])
  const size = bank.steps.length
  return (
    <div class="lanes">
      {laneNames.map((lane) => (
        <div class="lane" key={lane}>
          <span title={lanes[lane].about}>{lanes[lane].name}</span>
          <Drawing size={size} height={10} go={go}>
            {kinds.map((kind) => {
              const own = marks[lane].filter((mark) => (shown.has(mark.step) ? mark.kind : 'pale') === kind)
              return <path key={kind} class={`mark ${kind}`} d={pathOf(own, size)} />
            })}
          </Drawing>
        </div>
      ))}
    </div>
  )
}

/** The looks of a mark, in the order in which they are drawn. A mark is pale if its step is not listed. */
const kinds = ['pale', 'usual', 'refusal', 'injected'] as const

interface Mark {
  readonly step: number
  readonly count: number
  readonly kind: 'usual' | 'refusal' | 'injected'
}

function marksOf({ steps }: BankTrace): Record<Lane, Mark[]> {
  const marks = Object.fromEntries(laneNames.map((lane) => [lane, []])) as unknown as Record<Lane, Mark[]>
  for (const [step, each] of steps.entries()) {
    const lines = linesOf(each)
    for (const lane of laneNames) {
      const own = lines.filter((line) => line.lane === lane)
      if (own.length === 0) continue
      const isInjected = each.mark !== undefined && own[0] === lines[0]
      const kind = isInjected ? 'injected' : own.some(({ isRefusal }) => isRefusal) ? 'refusal' : 'usual'
      marks[lane].push({ step, count: own.length, kind })
    }
  }
  return marks
}

function pathOf(marks: readonly Mark[], size: number): string {
  // Limits the width of a mark when there are few steps.
  const width = Math.min(0.7, size / 140)
  return marks
    .map(({ step, count }) => {
      const height = Math.min(8, 3 + Math.log2(count) * 1.6)
      return `M${(step + (1 - width) / 2).toFixed(3)} ${(5 - height / 2).toFixed(2)}h${width}v${height.toFixed(2)}h-${width}z`
    })
    .join('')
}

/** Labels for new days, and for new minutes if there is room. */
function Days({ bank: { steps } }: View) {
  const marks: { step: number; text: string }[] = []
  for (const [step, { at }] of steps.entries()) {
    const before = steps[step - 1]
    const isNewDay = !before || before.at.slice(0, 10) !== at.slice(0, 10)
    if (!isNewDay && before.at.slice(0, 16) === at.slice(0, 16)) continue
    const text = isNewDay ? `${day(at).slice(0, 3)} ${at.slice(5, 10)} ${at.slice(11, 16)}` : at.slice(11, 16)
    const last = marks.at(-1)
    // If there is no room for two labels, the label of a new day stays.
    const isLastOfDay = last !== undefined && last.text.length > 5
    const room = (steps.length / 100) * (isLastOfDay ? 9 : 5)
    if (!last || step - last.step >= room) marks.push({ step, text })
    else if (isNewDay && !isLastOfDay) marks[marks.length - 1] = { step, text }
  }
  return (
    <div class="days" aria-hidden="true">
      {marks.map(({ step, text }, index) => {
        const until = marks[index + 1]?.step ?? steps.length
        const [left, width] = [step, until - step].map((length) => `${(length / steps.length) * 100}%`)
        return (
          <span key={step} style={{ left, width }}>
            {text}
          </span>
        )
      })}
    </div>
  )
}

/** The top and bottom of the plot, in percent of the drawing's height. */
const [TOP, BOTTOM] = [10, 92]

function BalancePlot({ bank, account, setAccount, go }: View) {
  const series = useMemo(() => balancesOf(bank, account), [bank, account])
  const size = bank.steps.length
  const amounts = series.flatMap((balance) => (balance ? [balance.current, balance.available] : []))
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  // A balance that never changes is at the top, where its label is.
  const heightOf = (amount: number) => TOP + ((most - amount) / (most - least || 1)) * (BOTTOM - TOP)
  const lineOf = (part: 'current' | 'available') => steppedLine(series, (balance) => heightOf(balance[part]))

  return (
    <figure class="plot">
      <figcaption>
        <select
          aria-label="Account whose balance is plotted"
          value={account}
          onChange={({ currentTarget }) => setAccount(Number(currentTarget.value))}
        >
          {bank.accounts.map(({ number, title }, index) => (
            <option key={number} value={index}>
              {number} {title}
            </option>
          ))}
        </select>
        <span class="key current">current</span>
        <span class="key available">available</span>
      </figcaption>
      <div class="drawing">
        <div class="amounts" aria-hidden="true">
          {amounts.length > 0 && [...new Set([most, least])].map((amount) => <span key={amount}>{money(amount)}</span>)}
        </div>
        <Drawing size={size} height={100} go={go}>
          <path class="available" d={lineOf('available')} />
          <path class="current" d={lineOf('current')} />
        </Drawing>
      </div>
    </figure>
  )
}

/** Returns the path of a line that is level over each step. It begins at the first step with a balance. */
function steppedLine(series: readonly (Balance | null)[], heightOf: (balance: Balance) => number): string {
  const first = series.findIndex((balance) => balance !== null)
  return series
    .flatMap((balance, step) =>
      balance ? [`${step === first ? `M${step} ` : 'V'}${heightOf(balance).toFixed(1)}h1`] : [],
    )
    .join('')
}

interface DrawingProps extends Pick<View, 'go'> {
  readonly size: number
  readonly height: number
  readonly children: ComponentChildren
}

/** Has one column for each step. Screen readers skip the drawing, because the list of steps says the same in words. */
function Drawing({ size, height, go, children }: DrawingProps) {
  const click = ({ currentTarget, clientX }: MouseEvent & { readonly currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    go(Math.floor(((clientX - left) / width) * size))
  }
  return (
    <svg viewBox={`0 0 ${size} ${height}`} preserveAspectRatio="none" aria-hidden="true" onClick={click}>
      <rect width={size} height={height} fill="transparent" />
      {children}
    </svg>
  )
}
