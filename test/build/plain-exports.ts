/**
 * What a CommonJS file exports, said once: esbuild writes each name three times, as a getter, as an annotation, and where it is declared,
 * with helpers that every file has of its own.
 */

const helpers = [
  '__toCommonJS',
  '__toESM',
  '__export',
  '__copyProps',
  '__create',
  '__getProtoOf',
  '__defProp',
  '__getOwnPropDesc',
  '__getOwnPropNames',
  '__hasOwnProp',
]

const table =
  /^var stdin_exports = \{\};\n__export\(stdin_exports, \{\n([\s\S]*?)\n\}\);\nmodule\.exports = __toCommonJS\(stdin_exports\);\n/m
const annotation = /^\/\/ Annotate the CommonJS export names.*\n0 && \(module\.exports = \{[\s\S]*?\}\);\n/m

/** The code of a file with its exports at the end; `isEntry`: whether a module may import it, which finds their names without running it. */
export function plainExports(code: string, isEntry: boolean): string {
  const rows = table.exec(code)?.[1]
  if (rows === undefined) return code
  const body = code.replace(table, '').replace(annotation, '')
  const exported = [...rows.matchAll(/^ {2}(\w+): \(\) => ([\w$.]+),?$/gm)].map(([, name = '', value = '']) => {
    if (isEntry) return `exports.${name} = ${value};`
    if (isSetAgain(body, value)) return `get ${name}() { return ${value} }`
    return name === value ? name : `${name}: ${value}`
  })
  const flag = '"__esModule", { value: true });'
  const end = isEntry
    ? `Object.defineProperty(exports, ${flag}\n${exported.join('\n')}\n`
    : `Object.defineProperty(module.exports = { ${exported.join(', ')} }, ${flag}\n`
  return helpers.reduce(withoutUnused, `${body}${end}`)
}

/** Whether a name gets another value after it was declared: an import of it must see that. */
function isSetAgain(code: string, name: string): boolean {
  if (!/^[\w$]+$/.test(name)) return false
  const sets = code.matchAll(
    new RegExp(`(?<![.\\w$])${name.replaceAll('$', '\\$')}(?:\\s*[-+*/|&?]{0,2}=(?![=>])|\\+\\+|--)`, 'g'),
  )
  return [...sets].length > 1
}

/** A helper that nothing calls goes. */
function withoutUnused(code: string, helper: string): string {
  if (code.split(helper).length > 2) return code
  return code.replace(new RegExp(`^var ${helper} = (?:.*;\\n|[\\s\\S]*?\\n[}\\)][^\\n]*;\\n)`, 'm'), '')
}
