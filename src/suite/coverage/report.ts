/** The report of coverage: for each axis, the rows that were met, and for each other row, what a test adds to meet it. */

import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { count } from '../../core/kernel/count.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { visible } from '../../core/kernel/visible.ts'
import { type AxisName, axes } from './axes.ts'
import { type Met, metBy } from './met.ts'

/** A row that was never met. */
interface Unmet {
  readonly axis: AxisName
  readonly name: string
  /** What a test adds to meet the row. `id` stands for the payment that the code under test made. */
  readonly line: string
}

export interface Coverage {
  readonly met: Met
  readonly unmet: readonly Unmet[]
  /** A table for a terminal. */
  readonly text: string
}

/** The number of unmet rows of an axis that the text shows. */
const SHOWN = 5

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
export function coverageFrom(met: Met, told: readonly AxisName[] = namesOf(axes)): Coverage {
  const unmet = told.flatMap((axis) => unmetOf(axis, met))
  const parts = told.map((axis) => tableOf(axis, met))
  return { met, unmet, text: parts.join('\n\n') }
}

function unmetOf(axis: AxisName, met: Met): Unmet[] {
  return Object.entries<string | undefined>(axes[axis].rows()).flatMap(([name, line]) =>
    line === undefined || Object.hasOwn(met[axis], name) ? [] : { axis, name, line },
  )
}

function tableOf(axis: AxisName, met: Met): string {
  const { title, section } = axes[axis]
  const names = Object.entries(met[axis])
  const never = unmetOf(axis, met)
  const times = names.map(([name, often]) => `  ${String(often).padStart(5)} × ${visible(name)}`)
  const missing = never.slice(0, SHOWN).flatMap(({ name, line }) => [`  never ${name}`, `          ${line}`])
  const more = never.length > SHOWN ? [`  never ${count(never.length - SHOWN, 'other', 'others')} (see --page)`] : []
  return [`${axis}: ${title} (${section})`, ...times, ...missing, ...more].join('\n')
}

export function pageFrom(met: Met, told: readonly AxisName[] = namesOf(axes)): string {
  const sections = told.map((axis) => sectionOf(axis, met))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What the tests met of the bank</title><style>${STYLE}</style></head>
<body><h1>What the tests met of the bank</h1>
<p>Each table counts one kind of behaviour. A row that was never met has a line of code: paste it into a test, and the code under test does the rest.</p>
<nav>${told.map((axis) => `<a href="#${axis}">${axis}</a>`).join(' ')}</nav>
${sections.join('\n')}
</body></html>
`
}

function sectionOf(axis: AxisName, met: Met): string {
  const { title, section } = axes[axis]
  const times = Object.entries(met[axis]).map(
    ([name, often]) => `<tr><td>${often} ×</td><td>${escaped(name)}</td><td></td></tr>`,
  )
  const never = unmetOf(axis, met).map(
    ({ name, line }) =>
      `<tr class="never"><td>never</td><td>${escaped(name)}</td><td><code>${escaped(line)}</code></td></tr>`,
  )
  return `<section id="${axis}"><h2>${title} <small>${section}</small></h2><table>
<thead><tr><th scope="col">met</th><th scope="col">what</th><th scope="col">what a test adds</th></tr></thead>
<tbody>${[...times, ...never].join('\n')}</tbody></table></section>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c2330;background:#fff}
nav a{margin-right:.75rem}table{border-collapse:collapse;width:100%}th{text-align:left}
td,th{padding:.2rem .6rem;border-bottom:1px solid #e3e7ee;vertical-align:top}td:first-child{white-space:nowrap}
.never td:first-child{color:#8a3b00}code{font:13px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
@media (max-width:45rem){thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid #e3e7ee}td{display:block;border:0;padding:0}code{display:block;max-height:4lh;overflow:auto}}
@media (prefers-color-scheme:dark){body{color:#e6e9ef;background:#14181f}td,th{border-color:#2b3240}a{color:#8fb8ff}.never td:first-child{color:#ffb27a}}`
