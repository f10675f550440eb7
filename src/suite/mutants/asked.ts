/**
 * Breaks a bank as the environment variables ask. VOSTRO_MUTANT has the id of the mutant. VOSTRO_MUTANT_TESTS may name a file that
 * lists tests; then only these tests run. The table of mutants is loaded only if VOSTRO_MUTANT is set.
 */

import type { Port } from '../../bank/port.ts'
import { environment, nodeModule } from '../../bank/shell/host/platform.ts'
import { UsageError } from '../../core/errors.ts'
import { unknownName } from '../../core/kernel/nearest.ts'

/** The text by which `vostro mutants` identifies a test. */
export const keyOfTest = ({ file, name }: { readonly file: string; readonly name: string }): string =>
  `${file} › ${name}`

/** For each bank that a mutant broke: how often the mutant changed what it did. */
const effects = new WeakMap<Port, () => number>()

/** Undefined if no mutant was asked for. */
export const effectsOn = (port: Port): number | undefined => effects.get(port)?.()

/** Returns the function that breaks a bank, or undefined if the environment names no mutant. Rejects if there is no such mutant. */
export function mutantAsked(): Promise<(port: Port) => void> | undefined {
  const id = environment('VOSTRO_MUTANT')
  return id ? breaking(id) : undefined
}

async function breaking(id: string): Promise<(port: Port) => void> {
  const [{ mutants }, { breakBank }] = await Promise.all([import('./mutants.ts'), import('./mutant.ts')])
  const mutant = Object.hasOwn(mutants, id) ? mutants[id] : undefined
  if (mutant) return (port) => void effects.set(port, breakBank(port, mutant))
  throw new UsageError(
    `Failed to break the bank: VOSTRO_MUTANT is the ${unknownName('mutant', id, Object.keys(mutants))} Write one that "npx vostro mutants" names. (§1)`,
  )
}

// The mutant is loaded at once, because jest loads modules before its tests begin, and none while they run.
const loaded = mutantAsked()
loaded?.catch(() => {})

/** Breaks a bank that a test made itself, if the bank of its kit was broken. */
export let breakMade = (_port: Port): void => {}

/** Breaks the bank of a test, and resolves with true if that test must run. Undefined if the environment names no mutant. */
export function breakForTest(port: Port, test: Parameters<typeof keyOfTest>[0]): Promise<boolean> | undefined {
  return (loaded ?? mutantAsked())?.then((breakBank) => {
    breakMade = breakBank
    breakBank(port)
    return isToRun(keyOfTest(test))
  })
}

let tests: ReadonlySet<string> | undefined

function isToRun(key: string): boolean {
  const path = environment('VOSTRO_MUTANT_TESTS')
  const files = path && (nodeModule('node:fs') as typeof import('node:fs') | undefined)
  if (!files) return true
  tests ??= new Set(JSON.parse(files.readFileSync(path, 'utf8')) as string[])
  return tests.has(key)
}
