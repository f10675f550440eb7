/**
 * The words of the contract, read off its schemas: which fields there are, which values each of them lists, which fields hold the data
 * of a person or a firm, and what paths are made of. Who has to tell what is harmless from what may be anybody's asks here, so that a
 * new field is covered as soon as there is one. (§2)
 */
import type * as z from 'zod'
import { namesOf } from '../core/kernel/names.ts'
import { bankEvents } from '../core/webhooks/event-name.ts'
import { endpoints } from './endpoints.ts'
import { bankingError, loanError, oauthError } from './error.ts'
import { loanPayloads } from './loan-payload.ts'
import { intermediaryParty, party, partyRecord } from './party.ts'
import type { Statement } from './statement.ts'
import { subledgerRequest } from './subledger.ts'

interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly in?: z.core.$ZodType
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly z.core.$ZodCheck[]
}

export interface Vocabulary {
  /** Every name of a field, in lower case. */
  readonly fields: ReadonlySet<string>
  /** What a field lists, by its name in lower case. */
  readonly wordsOf: ReadonlyMap<string, ReadonlySet<string>>
  /** What any field lists. */
  readonly words: ReadonlySet<string>
  /** The fields that hold a party or a profile, in lower case. */
  readonly parties: ReadonlySet<string>
  /** What paths are made of, in lower case. */
  readonly segments: ReadonlySet<string>
}

let made: Vocabulary | undefined

/** The vocabulary, read once. */
export function vocabulary(): Vocabulary {
  made ??= readOff()
  return made
}

function readOff(): Vocabulary {
  const wordsOf = new Map<string, Set<string>>()
  const parties = new Set<string>()
  const people: readonly unknown[] = [
    party,
    partyRecord,
    intermediaryParty,
    subledgerRequest.shape.beneficiary.unwrap(),
  ]
  const read = (schema: z.core.$ZodType, field: string): void => {
    const definition = schema._zod.def as Definition
    if (people.includes(schema)) parties.add(field)
    for (const word of listed(definition)) wordsOf.get(field)?.add(word)
    const { element, innerType, valueType, options = [], in: given, shape = {} } = definition
    for (const inner of [element, innerType, valueType, given, ...options]) if (inner) read(inner, field)
    for (const [name, inner] of Object.entries(shape)) {
      const own = name.toLowerCase()
      if (!wordsOf.has(own)) wordsOf.set(own, new Set())
      read(inner, own)
    }
  }
  const rows = Object.values(endpoints)
  const errors = [bankingError, oauthError, loanError]
  const schemas = [...rows.flatMap(({ body, query, response }) => [body, query, response]), ...errors]
  for (const schema of [...schemas, ...Object.values(loanPayloads)]) if (schema) read(schema as z.core.$ZodType, '')
  wordsOf.set('eventname', new Set([...(wordsOf.get('eventname') ?? []), ...namesOf(bankEvents)]))
  return {
    fields: new Set(wordsOf.keys()),
    wordsOf,
    words: new Set([...wordsOf.values()].flatMap((words) => [...words])),
    parties,
    segments: new Set(
      rows
        .flatMap(({ path, aliases, publishedAliases }) => [path, ...aliases, ...publishedAliases])
        .flatMap((path) => path.split('/'))
        .filter((segment) => !segment.startsWith('{'))
        .map((segment) => segment.toLowerCase()),
    ),
  }
}

/** The texts that a schema lists: those of a choice, and those that a check states. */
function listed({ entries = {}, values = [], checks = [] }: Definition): string[] {
  const stated = checks.flatMap((check) => {
    const { params } = check._zod.def as { params?: Partial<Statement> }
    return (params?.states?.['enum'] as readonly unknown[] | undefined) ?? []
  })
  return [...Object.values(entries), ...values, ...stated].filter((word) => typeof word === 'string')
}
