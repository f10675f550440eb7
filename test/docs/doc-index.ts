/** The index of the documentation for language models: the title and the first sentences of each page. `npm run docs` writes it. */
import { isPacked, type Page } from './doc-files.ts'

export const indexPath = 'docs/llms.txt'

/** How many characters of a page the index shows at most. */
const MOST = 160

/** The parts of the documentation, by the paths of their pages. */
const parts: readonly (readonly [title: string, isPart: (path: string) => boolean])[] = [
  ['Begin here', (path) => ['docs/start.md', 'docs/pages.md'].includes(path)],
  ['Guides: what the bank can do', (path) => path.startsWith('docs/guides/')],
  ['Recipes: with which runner, client or language', (path) => path.startsWith('docs/recipes/')],
  ['Reference: every name', (path) => path.startsWith('docs/reference/')],
]

/** The text of `docs/llms.txt`, from the pages that are in the package. */
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

/** The first sentences of a page, as many as fit, without links and marks. */
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
