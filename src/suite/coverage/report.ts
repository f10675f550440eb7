/** The report of coverage: for each axis, the rows that were met, and for each other row, what a test adds to meet it. */

import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { visible } from '../../core/kernel/visible.ts'
import { wrapped } from '../../core/kernel/wrapped.ts'
import { type AxisName, axes } from './axes.ts'
import { type Met, metBy } from './met.ts'

/** A row that was never met. */
interface Unmet {
  readonly axis: AxisName
  readonly name: string
  /** What a test adds to meet the row. A comment says where the line goes, and what it needs of the code under test. */
  readonly line: string
}

export interface Coverage {
  readonly met: Met
  readonly unmet: readonly Unmet[]
  /** A table for a terminal. */
  readonly text: string
}

/** The number of rows of an axis that the text names: the page has all. */
const SHOWN = { met: 8, never: 5 }
const WIDTH = 80
const NO_BREAK = '\u00A0'

/**
 * Reports, in groups (axes), which behaviour of a bank occurred (was met), and for all other behaviour, a line for a test. What came
 * before the last `bank.reset()` or `bank.restore()` is not counted.
 *
 * @param bank - a bank of this version of vostro
 * @throws {UsageError} if the value is no bank
 * @example
 * ```ts
 * bank.wires.create(bank.wires.plausible())
 * bank.clock.advance({ minutes: 1 })
 * coverageOf(bank).met.steps // { 'wire: Created → Pending': 1 }
 * ```
 */
export const coverageOf = (bank: Bank): Coverage => coverageFrom(metBy(portOf(bank).state))

/** @param told - the axes of the report */
export function coverageFrom(met: Met, told: readonly AxisName[] = keysOf(axes)): Coverage {
  const unmet = told.flatMap((axis) => unmetOf(axis, met))
  const rows = told.map((axis) => [axis, ...countsOf(axis, met)])
  const width = Math.max(...told.map((axis) => axis.length), 0)
  const table = [['axis', 'met', 'never met'], ...rows].map((row) => {
    const [axis = '', often = '', never = ''] = row.map(String)
    return `${axis.padEnd(width)}  ${often.padStart(5)}  ${never.padStart(9)}`
  })
  return { met, unmet, text: [table.join('\n'), ...told.map((axis) => namesIn(axis, met))].join('\n\n') }
}

const countsOf = (axis: AxisName, met: Met): [met: number, never: number] => [
  Object.keys(met[axis]).length,
  unmetOf(axis, met).length,
]

const aboutOf = (name: string) => name.split(': ')[0]

/** First the rows about a call, an event or a kind of record that the tests used: they are worth more than those about others. */
function unmetOf(axis: AxisName, met: Met): Unmet[] {
  const used = new Set(Object.keys(met[axis]).map(aboutOf))
  const unmet = Object.entries<string | undefined>(axes[axis].rows()).flatMap(([name, line]) =>
    line === undefined || Object.hasOwn(met[axis], name) ? [] : { axis, name, line },
  )
  return [true, false].flatMap((isUsed) => unmet.filter(({ name }) => used.has(aboutOf(name)) === isUsed))
}

function namesIn(axis: AxisName, met: Met): string {
  const { title, section } = axes[axis]
  const times = Object.entries(met[axis]).map(([name, often]) => `${visible(name)} (${often})`)
  const never = unmetOf(axis, met).map(({ name }) => name)
  // One row about each call or event stands before the second row about any.
  const firsts = Object.keys(met[axis]).flatMap((name) => never.find((each) => aboutOf(each) === aboutOf(name)) ?? [])
  return [
    `${axis}: ${title} (${section})`,
    ...listed('met', times, SHOWN.met),
    ...listed('never', [...new Set([...firsts, ...never])], SHOWN.never),
  ].join('\n')
}

function listed(head: string, names: readonly string[], most: number): string[] {
  if (names.length === 0) return []
  const more = names.length > most ? [`and ${names.length - most} more`] : []
  // A line breaks between two names, and never within one.
  const whole = names.slice(0, most).map((name) => name.replaceAll(' ', NO_BREAK))
  const lines = wrapped([whole.join(', '), ...more].join(' '), WIDTH - 9)
  return lines.map((line, index) => `  ${(index === 0 ? head : '').padEnd(5)}  ${line.replaceAll(NO_BREAK, ' ')}`)
}

export function pageFrom(met: Met, told: readonly AxisName[] = keysOf(axes)): string {
  const sections = told.map((axis) => sectionOf(axis, met))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What the tests met of the bank</title><style>${STYLE}</style></head>
<body><h1>What the tests met of the bank</h1>
<p>Open a row that was never met for the line of code that meets it. Paste the line into a test, where its comment says. Then let time pass: <code>await bank.clock.advanceAsync({ hours: 2 })</code>.</p>
<table><thead><tr><th scope="col">axis</th><th scope="col">met</th><th scope="col">never met</th></tr></thead>
<tbody>${told
    .map(
      (axis) =>
        `<tr><td><a href="#${axis}">${axis}</a></td>${countsOf(axis, met)
          .map((rows) => `<td>${rows}</td>`)
          .join('')}</tr>`,
    )
    .join('\n')}</tbody></table>
${sections.join('\n')}
</body></html>
`
}

function sectionOf(axis: AxisName, met: Met): string {
  const { title, section } = axes[axis]
  const times = Object.entries(met[axis]).map(
    ([name, often]) => `<tr><td>${often} ×</td><td>${escaped(name)}</td></tr>`,
  )
  const never = unmetOf(axis, met).map(
    ({ name, line }) =>
      `<tr class="never"><td>never</td><td><details><summary>${escaped(name)}</summary><code>${escaped(line)}</code></details></td></tr>`,
  )
  return `<section id="${axis}"><h2>${title} <small>${section}</small></h2><table>
<thead><tr><th scope="col">met</th><th scope="col">what</th></tr></thead>
<tbody>${[...times, ...never].join('\n')}</tbody></table></section>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c2330;background:#fff}
table{border-collapse:collapse;width:100%}th{text-align:left}
td,th{padding:.2rem .6rem;border-bottom:1px solid #e3e7ee;vertical-align:top}td:first-child{white-space:nowrap}
.never td:first-child{color:#8a3b00}code{font:13px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
details code{display:block;padding:.3rem 0 .3rem 1rem}td:last-child{width:99%}
@media (prefers-color-scheme:dark){body{color:#e6e9ef;background:#14181f}td,th{border-color:#2b3240}a{color:#8fb8ff}.never td:first-child{color:#ffb27a}}`
