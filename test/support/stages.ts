/**
 * The stages of an example that a page mends: the page's diffs, undone from the last to the first, make of the files as they are on
 * disk what they were at each stage.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { root } from '../docs/doc-files.ts'
import { runSnippet } from '../docs/run-snippet.ts'

/** The files of an application, by their names. */
export type Files = Readonly<Record<string, string>>

/** The fenced blocks of a page in one language. */
export function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)
}

/** What the application is at each stage: before the first diff, after it, …, and as it is on disk. */
export function stagesOf(page: string, folder: string): Files[] {
  const names = readdirSync(`${root}docs/examples/${folder}`).filter((name) => !name.endsWith('.test.ts'))
  const last: Files = Object.fromEntries(
    names.map((name) => [name, readFileSync(`${root}docs/examples/${folder}/${name}`, 'utf8')]),
  )
  const stages = [last]
  for (const diff of blocksOf(page, 'diff').toReversed()) stages.unshift(undone(stages[0] as Files, diff, folder))
  return stages
}

/** The files without what a diff has changed. */
function undone(files: Files, diff: string, folder: string): Files {
  const before: Record<string, string> = { ...files }
  for (const part of diff.split(`// ${folder}/`).slice(1)) {
    const [name = '', ...lines] = part.trimEnd().split('\n')
    for (const hunk of lines.join('\n').split(/^@@\n/m)) {
      const without = (mark: string) =>
        hunk
          .trimEnd()
          .split('\n')
          .filter((line) => !line.startsWith(mark))
          .map((line) => `${line.slice(1)}\n`)
          .join('')
      const parts = before[name]?.split(without('-')) ?? []
      if (parts.length !== 2) throw new Error(`${name} has this ${parts.length - 1} times:\n${without('-')}`)
      before[name] = parts.join(without('+'))
    }
  }
  return before
}

/** Runs the files of an application, each after those that it imports; gives what the last of them exports. */
export async function runFiles(files: Files, last: string): Promise<Record<string, unknown>> {
  const run = new Map<string, Record<string, unknown>>()
  const runFile = async (name: string): Promise<Record<string, unknown>> => {
    const known = run.get(name)
    if (known) return known
    const code = files[name] ?? ''
    const imported: Record<string, Record<string, unknown>> = {}
    for (const [, other = ''] of code.matchAll(/ from '\.\/([\w.-]+)'/g)) imported[`./${other}`] = await runFile(other)
    const { exported } = await runSnippet(code, { files: imported })
    run.set(name, exported)
    return exported
  }
  return await runFile(last)
}
