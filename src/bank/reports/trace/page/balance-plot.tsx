/** The balance of one account over the steps: what is current, and what of it is available. */
import { useMemo } from 'preact/hooks'
import type { Balance, BankTrace } from '../trace-data.ts'
import { money } from './format.ts'
import { stepAt } from './parts.tsx'
import { balancesOf } from './states.ts'

interface Props {
  readonly bank: BankTrace
  readonly account: number
  readonly setAccount: (account: number) => void
  readonly go: (step: number) => void
}

/** Of the drawing, whose units are percent of its height. */
const [TOP, BOTTOM] = [10, 92]

export function BalancePlot({ bank, account, setAccount, go }: Props) {
  const series = useMemo(() => balancesOf(bank, account), [bank, account])
  const size = bank.steps.length
  const amounts = series.flatMap((balance) => (balance ? [balance.current, balance.available] : []))
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  const heightOf = (amount: number) => BOTTOM - ((amount - least) / (most - least || 1)) * (BOTTOM - TOP)
  const lineOf = (part: 'current' | 'available') => steppedLine(series, (balance) => heightOf(balance[part]))

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
      <div class="drawing">
        <div class="amounts" aria-hidden="true">
          {amounts.length > 0 && [...new Set([most, least])].map((amount) => <span key={amount}>{money(amount)}</span>)}
        </div>
        <svg
          viewBox={`0 0 ${size} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onClick={(event) => go(stepAt(event, size))}
        >
          <rect width={size} height="100" fill="transparent" />
          <path class="available" d={lineOf('available')} />
          <path class="current" d={lineOf('current')} />
        </svg>
      </div>
    </figure>
  )
}

/** A line that is level over each step, and begins with the first step at which there is a balance. */
function steppedLine(series: readonly (Balance | null)[], heightOf: (balance: Balance) => number): string {
  const first = series.findIndex((balance) => balance !== null)
  return series
    .flatMap((balance, step) =>
      balance ? [`${step === first ? `M${step} ` : 'V'}${heightOf(balance).toFixed(1)}h1`] : [],
    )
    .join('')
}
