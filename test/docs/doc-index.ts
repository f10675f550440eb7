/** The index of the documentation for readers with little room: each page by its title, with what it says first. `npm run docs` writes it. */
import { isPacked, type Page } from './doc-files.ts'

export const indexPath = 'docs/llms.txt'

/** How long what is said of a page may be. */
const MOST = 160

/** The parts of the documentation, by where their pages lie. */
const parts: readonly (readonly [title: string, isPart: (path: string) => boolean])[] = [
  ['Begin here', (path) => path === 'docs/start.md'],
  ['Guides: what the bank can do', (path) => path.startsWith('docs/guides/')],
  ['Recipes: with which runner, client or language', (path) => path.startsWith('docs/recipes/')],
  ['Reference: every name', (path) => path.startsWith('docs/reference/')],
]

/** The text of `docs/llms.txt`, out of the pages that are packed. */
export function indexOf(pages: readonly Page[]): string {
  const sections = parts.map(([title, isPart]) => {
    const rows = pages.filter(({ path }) => isPart(path) && isPacked(path)).map(rowOf)
    return `## ${title}\n\n${rows.join('\n')}`
  })
  return `# vostro

> The bank in your unit tests: a whole bank API in the test process, on a clock that the test moves. No network, no account, no waiting.

Addresses are relative to this file. How to use it in five steps, and the traps: [SKILL.md](../skills/vostro/SKILL.md). The contract for machines: [openapi.json](reference/openapi.json).

${sections.join('\n\n')}
`
}

function rowOf({ path, text }: Page): string {
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
  return `- [${title}](${path.replace('docs/', '')}): ${firstSentencesOf(text)}`
}

/** What a page says first, as many sentences as fit, without its links and marks. */
function firstSentencesOf(text: string): string {
  const paragraphs = text.replace(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/)
  const first = paragraphs.find((paragraph) => /^[\p{L}`*[]/u.test(paragraph)) ?? ''
  const plain = first
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
  const ends = [...plain.matchAll(/[.:](?= |$)/g)].map(({ index }) => index).filter((end) => end < MOST)
  const end = ends.at(-1)
  return end === undefined ? `${plain.slice(0, plain.lastIndexOf(' ', MOST))} …` : `${plain.slice(0, end)}.`
}
