/** The balance of one account over the steps: what is current, and what of it is available. */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import Plot from 'uplot'
import type { BankTrace } from '../trace-data.ts'
import { money } from './format.ts'
import { balancesOf } from './states.ts'

interface Props {
  readonly bank: BankTrace
  readonly account: number
  readonly setAccount: (account: number) => void
  readonly go: (step: number) => void
  readonly isDark: boolean
}

const HEIGHT = 78
/** As wide as the names of the lanes, so that all stands above one another. */
const GUTTER = 92

export function BalancePlot({ bank, account, setAccount, go, isDark }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const series = useMemo(() => balancesOf(bank, account), [bank, account])
  const size = bank.steps.length

  useEffect(() => {
    const element = place.current as HTMLDivElement
    const style = getComputedStyle(document.documentElement)
    const color = (name: string) => style.getPropertyValue(name).trim()
    const last = series.at(-1) ?? null
    // One more, so that the last step is as wide as the others.
    const steps = Array.from({ length: size + 1 }, (_, index) => index)
    const data: Plot.AlignedData = [
      steps,
      [...series, last].map((balance) => (balance ? balance.available / 100 : null)),
      [...series, last].map((balance) => (balance ? balance.current / 100 : null)),
    ]
    const stepped = Plot.paths.stepped?.({ align: 1 })
    const shared = { ...(stepped ? { paths: stepped } : {}), points: { show: false }, spanGaps: false }
    const plot = new Plot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        padding: [8, 0, 6, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: [0, size] } },
        axes: [
          { show: false },
          {
            size: GUTTER,
            stroke: color('--muted'),
            font: '11px system-ui, sans-serif',
            grid: { stroke: color('--line'), width: 1 },
            ticks: { show: false },
            space: 26,
            values: (_, values) => values.map((value) => money(Math.round(value * 100)).replace(/\.00$/, '')),
          },
        ],
        series: [
          {},
          { ...shared, stroke: color('--muted'), width: 1, dash: [3, 3] },
          { ...shared, stroke: color('--accent'), width: 1.5, fill: color('--accent-pale') },
        ],
      },
      data,
      element,
    )
    const fit = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    fit.observe(element)
    return () => {
      fit.disconnect()
      plot.destroy()
    }
  }, [series, size, isDark])

  const name = bank.accounts[account]
  return (
    <figure class="plot">
      <figcaption>
        {bank.accounts.length > 1 ? (
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
        ) : (
          name && `${name.number} ${name.title}`
        )}
        <span class="key current">current</span>
        <span class="key available">available</span>
      </figcaption>
      <div
        ref={place}
        aria-hidden="true"
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          go(Math.floor(((event.clientX - left - GUTTER) / (width - GUTTER)) * size))
        }}
      />
    </figure>
  )
}
