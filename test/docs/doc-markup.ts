/** The forms of which generated pages are made. */

const notice = '<!-- Written by `npm run docs`. Change what it is made from. -->'

export function page(title: string, ...parts: readonly string[]): string {
  return `${[notice, `# ${title}`, ...parts].join('\n\n')}\n`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
