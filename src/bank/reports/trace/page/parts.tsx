/** What the parts of the page share: components, and formats of amounts, times and bodies. */
import type { ComponentChildren } from 'preact'

export { dayOf as day } from '../../day-of.ts'

interface SectionProps {
  readonly name: string
  readonly count: number
  /** The text that replaces an empty list. */
  readonly none?: string
  readonly children: ComponentChildren
}

export function Section({ name, count, none, children }: SectionProps) {
  return (
    <section aria-label={name}>
      <h3>
        {name} <small>{count}</small>
      </h3>
      {count === 0 && none !== undefined ? <p class="none">{none}</p> : children}
    </section>
  )
}

/** What scrolls can have the focus, so that keys scroll it. */
export const scrolled = { tabIndex: 0 }

export function Folded({ name, count, children }: Pick<SectionProps, 'name' | 'count' | 'children'>) {
  return (
    <details>
      <summary>
        {name} <small>{count}</small>
      </summary>
      {children}
    </details>
  )
}

export function Pairs({ of }: { readonly of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns an amount in minor units as `1,234.50`. */
export function money(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3}){1,5}$)/g, ',')
  return `${amount < 0 ? '−' : ''}${whole}.${digits.slice(-2)}`
}

/** Returns the time of an instant in the bank's zone: `09:00:05`. */
export const time = (at: string): string => at.slice(11, 19)

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns the time between two instants in its largest unit: `55 minutes`. */
export function elapsed(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000
  for (const [unit, length] of UNITS) {
    const number = Math.floor(seconds / length)
    if (number > 0) return `${number} ${unit}${number === 1 ? '' : 's'}`
  }
  return `${Math.round(seconds * 1_000)} ms`
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

export const short = (id: string): string => id.slice(0, 8)

export function bodyText(body: unknown): string {
  if (body === null || body === undefined) return ''
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2)
}
