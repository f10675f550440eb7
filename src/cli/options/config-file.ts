/** Reads options from a file of JSON, nested as `createBank` takes them: `{ "port": 4010, "masterAccount": { "balance": 500000 } }`. */

import { readFileSync } from 'node:fs'
import { isRecord } from '../../core/kernel/json.ts'
import type { Problem } from '../../core/rejection.ts'
import { type Given, type OptionsRead, type Spelling, unknownOption } from './option-row.ts'

export function optionsInFile(path: string, spellings: readonly Spelling[]): OptionsRead {
  const content = contentOf(path)
  if ('problem' in content) return { given: [], problems: [{ path, message: content.problem }] }
  const known = spellings.filter(({ isNotInFile }) => !isNotInFile).map(({ name }) => name)
  const given: Given[] = []
  const problems: Problem[] = []
  const visit = (value: unknown, parents: readonly string[]) => {
    const name = parents.join('.')
    if (known.includes(name)) {
      given.push({ name, value: listed(value, spellings, name), place: `${name} in ${path}` })
    } else if (!isRecord(value)) problems.push({ path: `${name} in ${path}`, message: notUsable(name, known) })
    else if (parents.length > 0 && !isParent(name, known))
      problems.push({ path: `${name} in ${path}`, message: unknownOption(name, known) })
    else for (const [key, each] of Object.entries(value)) visit(each, [...parents, key])
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

/** The value of an option. For an option that is a list, a single text is a list of one. */
function listed(value: unknown, spellings: readonly Spelling[], name: string): unknown {
  const isList = spellings.find((each) => each.name === name)?.kind.isList === true
  return isList && typeof value === 'string' ? [value] : value
}

function notUsable(name: string, known: readonly string[]): string {
  return isParent(name, known) ? 'must be a record of options' : unknownOption(name, known)
}

function isParent(name: string, known: readonly string[]): boolean {
  return known.some((each) => each.startsWith(`${name}.`))
}
