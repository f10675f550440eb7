/** The tables of the README that come from the source, so that they cannot grow apart. */
import { type AssumptionId, assumptions, rejections } from 'vostro'
import { endpoints } from '../../src/contract/endpoints.ts'
import { loanStatuses, movesFrom } from '../../src/core/loans/loan-status.ts'

/** The generated part of the README, by the name of its marker. */
const readmeTables: Record<string, () => string> = {
  endpoints: () =>
    table(
      ['call', 'name', 'what it does', 'section', 'source'],
      Object.entries(endpoints).map(([name, { service, method, path, aliases, summary, section, source }]) => [
        [path, ...aliases].map((each) => `\`${method} {${addresses[service]}}${each}\``).join('<br>'),
        `\`${name}\``,
        summary,
        section,
        source,
      ]),
    ),
  loanStatuses: () =>
    table(
      ['status', 'number', 'goes on to'],
      Object.entries(loanStatuses).map(([status, number]) => [
        `\`${status}\``,
        String(number),
        movesFrom(status)
          .map((next) => `\`${next}\``)
          .join(', '),
      ]),
    ),
  assumptions: () =>
    table(
      ['id', 'section', 'what is open', 'default', 'other values', 'provenance', 'why'],
      Object.entries(assumptions).map(([id, { section, open, default: preset, allowed, provenance, why }]) => [
        `\`${id as AssumptionId}\``,
        section,
        open,
        allowed.isFixed ? `${preset}` : `\`${JSON.stringify(preset)}\``,
        allowed.isFixed ? '' : allowed.words,
        provenance,
        why,
      ]),
    ),
  rejections: () =>
    table(
      ['code', 'status', 'number in the body'],
      Object.entries(rejections).map(([code, { status, number }]) => [`\`${code}\``, String(status), String(number)]),
    ),
}

/** The README with its generated parts written anew. */
export function withTables(readme: string): string {
  return Object.entries(readmeTables).reduce((text, [name, make]) => {
    const [open, close] = [`<!-- ${name}: written by npm run readme -->`, `<!-- /${name} -->`]
    const [from, to] = [text.indexOf(open), text.indexOf(close)]
    if (from < 0 || to < from) throw new Error(`Failed to find the markers of "${name}" in README.md. Put them back.`)
    return `${text.slice(0, from + open.length)}\n${make()}\n${text.slice(to)}`
  }, readme)
}

const addresses = { token: 'auth_url', banking: 'base_url', loans: 'loan_base_url' }

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
