/** The forms in which field-sources.ts says where a field comes from. (§7) */
import type { Source } from '../core/assumptions/catalogue.ts'

export type SourcesOf<Record> = { readonly [Field in keyof Record]-?: Source }

/** The fields of a record, by their paths: `originator.name` is within another one. */
export interface FieldSources {
  readonly record: string
  readonly fields: { readonly [path: string]: Source }
}

export const recordOf = <Record>(
  record: string,
  fields: SourcesOf<Record>,
  within: FieldSources['fields'] = {},
): FieldSources => ({
  record,
  fields: { ...fields, ...within },
})

export const prefixed = (path: string, fields: { readonly [field: string]: Source }): FieldSources['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([field, source]) => [`${path}.${field}`, source]))

export const all = (names: readonly string[], source: Source): FieldSources['fields'] =>
  Object.fromEntries(names.map((name) => [name, source]))
