/**
 * Checks that every TypeScript snippet of the documentation has the right types, as a reader's editor would see it. Each page is a folder
 * of its own. If the first line of a snippet names a file, the snippets after it can import that file.
 */
import {
  createCompilerHost,
  createProgram,
  flattenDiagnosticMessageText,
  getPreEmitDiagnostics,
  parseJsonConfigFileContent,
  readConfigFile,
  sys,
} from 'typescript'
import { exampleNamed, fileNameOf, pages, root, snippetsIn } from './doc-files.ts'

/** The text of each file that exists only in this check, and its place on its page. */
const files = new Map<string, { text: string; place: string; line: number }>()
for (const { path, text } of pages()) {
  const folder = `${root}docs/.snippets/${path.replace(/\W/g, '-')}/`
  for (const { language, code, line } of snippetsIn(text)) {
    if (language !== 'ts') continue
    const name = fileNameOf(code) ?? `line-${line}.ts`
    files.set(folder + name, { text: `${code}\nexport {}\n`, place: path, line })
    addNeighbours(folder, name, code)
  }
}

/** Adds the files that a page imports without showing them, and what these import. All of them are files of `docs/examples`. */
function addImported(folder: string, code: string): void {
  for (const [, path = ''] of code.matchAll(/ from ['"]\.\/([\w/-]+)\.[jt]s['"]/g)) {
    const example = exampleNamed(`${path}.ts`)
    const file = `${folder}${path}.ts`
    if (example === undefined || files.has(file)) continue
    files.set(file, { text: example, place: file, line: 0 })
    addNeighbours(folder, path, example)
  }
}

/** Adds the files that a file imports from its own folder. */
function addNeighbours(folder: string, path: string, code: string): void {
  const inFolder = /^[\w-]+\//.exec(path)?.[0] ?? ''
  addImported(folder, code.replaceAll(" from './", ` from './${inFolder}`))
}

const { config } = readConfigFile(`${root}tsconfig.json`, sys.readFile)
const { options } = parseJsonConfigFileContent(config, sys, root)
// A snippet may declare a name that only the text of the page uses.
const settings = { ...options, noUnusedLocals: false, noUnusedParameters: false }
// The host is changed in place, because it reads source files by its own `readFile`.
const host = createCompilerHost(settings)
const onDisk = { ...host }
host.fileExists = (name) => files.has(name) || onDisk.fileExists(name)
host.readFile = (name) => files.get(name)?.text ?? onDisk.readFile(name)
host.directoryExists = (name) => name.includes('/docs/.snippets') || (onDisk.directoryExists?.(name) ?? true)
const program = createProgram([...files.keys()], settings, host)

const problems = getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
  const known = files.get(file?.fileName ?? '')
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
  return `${known?.place ?? file?.fileName}:${(known?.line ?? 0) + line}: ${flattenDiagnosticMessageText(messageText, ' ')}`
})
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)
process.stdout.write(`${files.size} snippets of the documentation have the right types.\n`)
