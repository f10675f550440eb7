/**
 * The public API as text, made by the TypeScript compiler: each name that an entry exports, with its type as the compiler declares it,
 * and the types that these refer to. A change of the public face shows in the diff of this text.
 */
import ts from 'typescript'
import { entries, importedAs } from '../build/entries.ts'

const PRINTER = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })

interface Named {
  readonly name: string
  readonly symbol: ts.Symbol
}

/** The page `docs/reference/public-api.md`. */
export function apiReport(): string {
  const program = programOf(Object.values(entries))
  const checker = program.getTypeChecker()
  const declared = declarationsOf(program)
  const exported = Object.entries(entries).map(([entry, file]) => ({
    entry: importedAs(entry),
    names: keysOf(program, checker, file),
  }))
  const distinct = new Set(exported.flatMap(({ names }) => names.map(({ name }) => name)))
  const shown = new Map<ts.Symbol, string>()
  const sections = exported.map(({ entry, names }) => {
    const texts = names.map(({ name, symbol }) => {
      const known = shown.get(symbol)
      if (known !== undefined) return `${name}: as ${known}`
      shown.set(symbol, `${symbol.name} of ${entry}`)
      return [...(name === symbol.name ? [] : [`${name} is`]), ...declared(symbol)].join('\n')
    })
    return [`## ${entry}`, '', `${names.length} names`, '', '```text', texts.join('\n'), '```', ''].join('\n')
  })
  return [
    '# The public API',
    '',
    'Made by `npm run api` from the source: every name that an entry exports, with its type. A name that several entries export is shown at the first.',
    '',
    `${exported.length} entries, ${distinct.size} distinct names:`,
    '',
    ...exported.map(({ entry, names }) => `- \`${entry}\`: ${names.length}`),
    '',
    sections.join('\n'),
  ].join('\n')
}

function programOf(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  return ts.createProgram({
    rootNames: files,
    options: {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
    },
  })
}

/** What an entry exports, by name; each with the symbol that it was declared as. */
function keysOf(program: ts.Program, checker: ts.TypeChecker, file: string): Named[] {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`Failed to read the entry ${file}: it exports nothing.`)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Gives the declarations of a symbol as the compiler writes them into a `.d.ts`, which has the types that the source leaves out. */
function declarationsOf(program: ts.Program): (symbol: ts.Symbol) => string[] {
  const files = new Map<string, ts.SourceFile>()
  const emitted = (source: ts.SourceFile): ts.SourceFile => {
    const known = files.get(source.fileName)
    if (known) return known
    let text = ''
    const write: ts.WriteFileCallback = (_, written) => {
      text = written
    }
    program.emit(source, write, undefined, true)
    const file = ts.createSourceFile(source.fileName, text, ts.ScriptTarget.ESNext)
    files.set(source.fileName, file)
    return file
  }
  return ({ name, declarations = [] }) =>
    [...new Set(declarations.map((each) => emitted(each.getSourceFile())))].flatMap((file) =>
      file.statements.filter((statement) => namesIn(statement).includes(name)).map((each) => textOf(each, file)),
    )
}

/** The names that a statement of a declaration file declares. */
function namesIn(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
  }
  const { name } = statement as { readonly name?: ts.Identifier }
  return name ? [name.text] : []
}

function textOf(statement: ts.Statement, file: ts.SourceFile): string {
  return PRINTER.printNode(ts.EmitHint.Unspecified, statement, file).replace(/^export (declare )?/, '')
}
