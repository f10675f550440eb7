/** The pages of the documentation, for the tests that hold them to their rules and for what writes them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
  /** What it prints, where the page shows that: the text that follows. */
  readonly printed?: string | undefined
}

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const examples = `${root}docs/examples/`

/** Every page: the front page, what lies in docs, how to contribute, and what changed. */
export function pages(): Page[] {
  const inDocs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md'))
    .sort()
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs].map((path) => ({
    path,
    text: readFileSync(root + path, 'utf8'),
  }))
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

/** The name of the file that a snippet is, where its first line says so: `// pay-invoice.ts`, or `// payments/store.ts` in a folder. */
export function fileNameOf(code: string): string | undefined {
  return /^\/\/ ((?:[\w-]+\/)?[\w.-]+\.[cm]?[jt]s)\n/.exec(code)?.[1]
}

/** The example that ships under this name, if there is one; its first line is its name. */
export function exampleNamed(name: string | undefined): string | undefined {
  if (name === undefined || !existsSync(examples + name)) return undefined
  const [title, text] = [`// ${name}\n`, readFileSync(examples + name, 'utf8')]
  return text.startsWith(title) ? text : title + text
}

/** A page whose snippets that are examples are written anew from their files. */
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
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    const again = [...anchors].filter((known) => known === slug || known.replace(/-\d+$/, '') === slug).length
    anchors.add(again === 0 ? slug : `${slug}-${again}`)
  }
  return anchors
}

/** The addresses that a page links to. */
export function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#]/g, ''))
}
