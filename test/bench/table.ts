/** The table of the page about speed: a row for each figure, with that of the first release, and what the present ones are held against. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './row.ts'

const OPEN = '<!-- speed: written by npm run bench -- --docs -->'
const CLOSE = '<!-- /speed -->'
const HEAD = ['| section | what | compared with | 0.1.0 | ratio | target |', '| --- | --- | --- | --- | --- | --- |']

/** So many times worse, and a check fails. */
const WORSE = 1.25

/** A peer that takes less than this is a matter of the engine's mood: microseconds. */
const LEAST = 0.1

/** What is in a line beside its name. */
interface Line {
  readonly name: string
  readonly first: string
  readonly ratio: string
  readonly goal: string
}

export function ratioOf({ ratio, microseconds }: Row): string {
  if (microseconds !== undefined) return `${microseconds.toFixed(2)} µs`
  if (ratio === undefined) return ''
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)}×`
}

export function goalOf({ target = 0, isLeast = false, microseconds }: Row): string {
  return `${isLeast ? 'at least' : 'at most'} ${target}${microseconds === undefined ? '×' : ' µs'}`
}

export function isMet({ ratio, microseconds, target = 0, isLeast = false }: Row): boolean {
  const value = microseconds ?? ratio ?? Number.NaN
  return isLeast ? value >= target : value <= target
}

const nameOf = ({ section, figure, beside }: Row): string => `${section} | ${figure} | ${beside}`

/** The rows of the page with these in their place; rows of sections that were not run stay as they are. */
export function writeTable(file: string, rows: readonly Row[]): void {
  const { before, lines, after } = pageOf(file)
  const made = new Map(rows.map((row) => [nameOf(row), row]))
  const known = new Set(lines.map(({ name }) => name))
  const all = [
    ...lines.map((line) => updated(line, made.get(line.name))),
    ...rows.filter((row) => !known.has(nameOf(row))).map((row) => updated({ ...NEW, name: nameOf(row) }, row)),
  ]
  const table = [...HEAD, ...all.map(({ name, first, ratio, goal }) => `| ${[name, first, ratio, goal].join(' | ')} |`)]
  writeFileSync(file, `${before}${OPEN}\n${table.join('\n')}\n${CLOSE}${after}`)
}

const NEW = { first: '', ratio: '', goal: '' }

function updated(line: Line, row: Row | undefined): Line {
  if (row === undefined) return line
  const goal = row.target === undefined ? '' : `${goalOf(row)}: ${isMet(row) ? 'met' : '**missed**'}`
  return { ...line, ratio: ratioOf(row), goal }
}

/** What a figure was; its processor time where it was measured on this machine. */
export interface Was {
  readonly ratio: number | undefined
  readonly cpu?: number | undefined
}

export const figuresOfRows = (rows: readonly Row[]): ReadonlyMap<string, Was> =>
  new Map(rows.map((row) => [nameOf(row), { ratio: row.ratio, cpu: row.ours?.cpu }]))

export const figuresOfPage = (file: string): ReadonlyMap<string, Was> =>
  new Map(pageOf(file).lines.map(({ name, ratio }) => [name, { ratio: Number.parseFloat(ratio) }]))

/**
 * The rows that are a quarter worse than they were; a row whose peer takes next to nothing is none. Where both were measured here it is
 * so in time, too: of a peer that takes a fifth of a row, one collection of garbage is a third.
 */
export function worseThan(figures: ReadonlyMap<string, Was>, rows: readonly Row[]): Row[] {
  return rows.filter((row) => {
    const was = figures.get(nameOf(row))
    if (!was?.ratio || row.ratio === undefined || (row.limit?.cpu ?? 1) < LEAST) return false
    if (row.isLeast) return row.ratio < was.ratio / WORSE
    const isLonger = row.ours === undefined || was.cpu === undefined || row.ours.cpu > was.cpu * WORSE
    return row.ratio > was.ratio * WORSE && isLonger
  })
}

function pageOf(file: string): { before: string; lines: Line[]; after: string } {
  const page = readFileSync(file, 'utf8')
  const [from, to] = [page.indexOf(OPEN), page.indexOf(CLOSE)]
  if (from < 0 || to < from) throw new Error(`Failed to find the markers of "speed" in ${file}. Put them back.`)
  const lines = page
    .slice(from, to)
    .split('\n')
    .filter((line) => /^\| (?!section |---)/.test(line))
    .map((line): Line => {
      const cells = line.split('|').map((cell) => cell.trim())
      const [, section, figure, beside, first = '', ratio = '', goal = ''] = cells
      return { name: `${section} | ${figure} | ${beside}`, first, ratio, goal }
    })
  return { before: page.slice(0, from), lines, after: page.slice(to + CLOSE.length) }
}
