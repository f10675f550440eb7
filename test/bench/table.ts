/** The table of the page about speed: a row for each figure, with its target. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './row.ts'

const OPEN = '<!-- speed: written by npm run bench -- --docs -->'
const CLOSE = '<!-- /speed -->'
const HEAD = ['| section | what | compared with | ratio | target |', '| --- | --- | --- | --- | --- |']

export function ratioOf({ ratio, microseconds }: Row): string {
  if (microseconds !== undefined) return `${microseconds.toFixed(2)} µs`
  if (ratio === undefined) return ''
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)}×`
}

export function goalOf({ target, isLeast = false, microseconds }: Row): string {
  return `${isLeast ? 'at least' : 'at most'} ${target}${microseconds === undefined ? '×' : ' µs'}`
}

export function isMet({ ratio, microseconds, target, isLeast = false }: Row): boolean {
  const value = microseconds ?? ratio ?? Number.NaN
  return isLeast ? value >= target : value <= target
}

export const nameOf = ({ section, figure, beside }: Row): string => `${section} | ${figure} | ${beside}`

/** The rows of the page with these in their place; rows of sections that were not run stay as they are. */
export function writeTable(file: string, rows: readonly Row[]): void {
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(OPEN), page.indexOf(CLOSE)]
  if (from < 0 || to < from) throw new Error(`Failed to find the markers of "speed" in ${file}. Put them back.`)
  const lines = page
    .slice(from, to)
    .split('\n')
    .filter((line) => /^\| (?!section |---)/.test(line))
    .map((line) => [line.slice(2).split(' | ').slice(0, 3).join(' | '), line] as const)
  const made = rows.map((row) => {
    const goal = `${goalOf(row)}: ${isMet(row) ? 'met' : '**missed**'}`
    return [nameOf(row), `| ${nameOf(row)} | ${ratioOf(row)} | ${goal} |`] as const
  })
  const table = [OPEN, ...HEAD, ...new Map([...lines, ...made]).values(), CLOSE]
  writeFileSync(file, `${page.slice(0, from)}${table.join('\n')}${page.slice(to + CLOSE.length)}`)
}
