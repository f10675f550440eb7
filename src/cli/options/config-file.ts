/** Reads options from a JSON file, nested like the options of `createBank`: `{ "port": 4010, "masterAccount": { "balance": 500000 } }`. */

import { readFileSync } from 'node:fs'
import { isRecord } from '../../core/kernel/json.ts'
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import type { Given, OptionsRead, Spelling } from './option-row.ts'

export function optionsInFile(path: string, spellings: readonly Spelling[]): OptionsRead {
  const content = contentOf(path)
  if ('problem' in content) return { given: [], problems: [{ path, message: content.problem }] }
  const byName = new Map(spellings.map((each) => [each.name, each]))
  const known = [...byName.keys()]
  const given: Given[] = []
  const problems: Problem[] = []
  const visit = (value: unknown, parents: readonly string[]) => {
    const name = parents.join('.')
    const place = `${name} in ${path}`
    const spelling = byName.get(name)
    if (spelling) {
      // If the option is a list, a single text becomes a list of one.
      given.push({ name, value: spelling.kind.isList && typeof value === 'string' ? [value] : value, place })
      return
    }
    const isParent = parents.length === 0 || known.some((each) => each.startsWith(`${name}.`))
    if (isParent && isRecord(value)) for (const [key, each] of Object.entries(value)) visit(each, [...parents, key])
    else {
      const message = isParent ? 'must be a record of options' : `unknown option${didYouMean(name, known)}`
      problems.push({ path: place, message })
    }
  }
  visit(content.value, [])
  return { given, problems }
}

function contentOf(path: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(value) ? { value } : { problem: 'must be an object of options, such as { "port": 4010 }' }
  } catch (error) {
    const isJson = error instanceof SyntaxError
    return { problem: `cannot be ${isJson ? 'read as JSON' : 'read'}: ${(error as Error).message}` }
  }
}
