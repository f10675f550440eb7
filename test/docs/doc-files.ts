/** The pages of the documentation, for the tests that check their rules and for the script that writes them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Page {
  /** From the root of the repository: `docs/start.md`. */
  readonly path: string
  readonly text: string
}

/** A piece of code from a page. */
export interface Snippet {
  readonly language: 'ts' | 'js'
  readonly code: string
  /** The line of the page at which it begins, from 1. */
  readonly line: number
  /** What it prints, if it prints anything: the next block of text on the page. */
  readonly printed?: string | undefined
}

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const examples = `${root}docs/examples/`

/** Every page: those at the top of the repository, the skill, and those below docs. */
export function pages(): Page[] {
  const inDocs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort()
  const atTop = ['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
  return [...atTop, 'skills/vostro/SKILL.md', ...inDocs].map((path) => ({
    path,
    text: readFileSync(root + path, 'utf8'),
  }))
}

/** Whether a page is in the package: `files` of package.json says so. */
export function isPacked(path: string): boolean {
  const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { files: readonly string[] }
  const isIn = (given: string) => given === path || path.startsWith(`${given}/`)
  const isLeftOut = files.some((file) => file.startsWith('!') && isIn(file.slice(1)))
  return path === 'README.md' || (files.some(isIn) && !isLeftOut)
}

/** The fenced pieces of TypeScript and JavaScript in a text. */
export function snippetsIn(text: string): Snippet[] {
  return [...text.matchAll(/^```(ts|js)\n([\s\S]*?)^```/gm)].map(({ index, 0: whole, 1: language, 2: code = '' }) => ({
    language: language as Snippet['language'],
    code,
    line: text.slice(0, index).split('\n').length,
    printed: code.includes('console.log(')
      ? /^```(\w+)\n([\s\S]*?)^```/m.exec(text.slice(index + whole.length))?.[2]
      : undefined,
  }))
}

/** The name of the file that a snippet shows, if its first line gives one: `// pay-invoice.ts`, or `// payments/store.ts` in a folder. */
export function fileNameOf(code: string): string | undefined {
  return /^\/\/ ((?:[\w-]+\/)?[\w.-]+\.[cm]?[jt]s)\n/.exec(code)?.[1]
}

/** The text of the example file with this name, with the name in its first line; undefined if there is no such file. */
export function exampleNamed(name: string | undefined): string | undefined {
  if (name === undefined || !existsSync(examples + name)) return undefined
  const [title, text] = [`// ${name}\n`, readFileSync(examples + name, 'utf8')]
  return text.startsWith(title) ? text : title + text
}

/** The text of a page, in which each snippet that shows an example file has the present text of that file. */
export function withExamples(text: string): string {
  return text.replace(/^```(ts|js)\n([\s\S]*?)^```/gm, (whole, language: string, code: string) => {
    const example = exampleNamed(fileNameOf(code))
    return example === undefined ? whole : `\`\`\`${language}\n${example}\`\`\``
  })
}

/** The address of each heading of a page, as GitHub makes it. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = slugOf(title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    const again = [...anchors].filter((known) => known === slug || known.replace(/-\d+$/, '') === slug).length
    anchors.add(again === 0 ? slug : `${slug}-${again}`)
  }
  return anchors
}

/** The address of one heading, as GitHub makes it of the text. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Where a link of a page leads: a path from the root of the repository, and the anchor. */
export function targetOf(path: string, link: string): { file: string; anchor: string | undefined } {
  const [name = '', anchor] = link.split('#')
  return { file: name === '' ? path : posix.join(posix.dirname(path), name), anchor }
}

/** The addresses that a page links to. */
export function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#]/g, ''))
}
