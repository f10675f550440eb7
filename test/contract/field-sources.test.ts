/** Each field of each answer names the section or the assumption that it comes from, and each refusal its own. (§7) */
import { expect, it } from 'vitest'
import { assumptions, rejections } from 'vostro'
import * as z from 'zod/mini'
import { endpoints } from '../../src/contract/endpoints.ts'
import { fieldSourcesOf } from '../../src/contract/record.ts'
import type { Assumption } from '../../src/core/assumptions/entry.ts'
import { keysOf } from '../../src/core/kernel/keys.ts'

interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly element?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
}

/** The paths of every field of an answer, those of lists by the name of the list. */
function pathsOf(schema: z.core.$ZodType, prefix = ''): string[] {
  const { shape, element, innerType } = schema._zod.def as Definition
  const inner = element ?? innerType
  if (inner) return pathsOf(inner, prefix)
  return Object.entries(shape ?? {}).flatMap(([name, field]) => [prefix + name, ...pathsOf(field, `${prefix}${name}.`)])
}

const isKnown = (source: string) => Object.hasOwn(assumptions, source) || /^§\d+(\.\d+)?$/.test(source)

it.each(keysOf(endpoints))('names the source of each field that %s answers with, and of no other [§7]', (name) => {
  const { fields } = fieldSourcesOf(endpoints[name].response)

  expect(Object.keys(fields).sort()).toEqual(pathsOf(endpoints[name].response as z.core.$ZodType).sort())
  expect(Object.values(fields).filter((source) => !isKnown(source))).toEqual([])
})

it('finds a field that was added to an answer without a source [§7]', () => {
  const { fields } = fieldSourcesOf(endpoints.requestToken.response)
  const guessing = z.extend(endpoints.requestToken.response as z.ZodMiniObject, { guess: z.string() })

  expect(pathsOf(guessing).filter((path) => !Object.hasOwn(fields, path))).toEqual(['guess'])
})

it.each(Object.entries(rejections))('names the source of the refusal %s and its status [§7]', (_, { status, from }) => {
  expect(isKnown(from)).toBe(true)
  // The published values, and 405, which the catalogue says is not among them.
  expect([400, 401, 403, 404, 405, 408, 409, 413, 414, 424, 429, 431, 500]).toContain(status)
})

it.each(
  Object.entries(rejections).flatMap(([code, row]) => ('only' in row ? [[code, row.from, row.only] as const] : [])),
)('refuses with %s only if %s has a value that is not its default [§7]', (_, from, only) => {
  const { allowed, default: preset } = assumptions[from] as Assumption

  expect(allowed.accepts(only)).toBe(true)
  expect(only).not.toBe(preset)
})
