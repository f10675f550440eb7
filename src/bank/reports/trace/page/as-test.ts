/** Writes a trace as a test, whose code performs the journal of its bank again, and copies it. */
import type { BankTrace } from '../trace-data.ts'

/** The text of a test file for vitest; it runs as it is pasted. */
export function testTextOf({ title, journal, steps }: Pick<BankTrace, 'title' | 'journal' | 'steps'>): string {
  const entries = (journal ?? []).map((entry) => JSON.stringify(entry))
  const [first, last] = [steps[0], steps.at(-1)]
  return [
    "import { expect, test } from 'vitest'",
    "import { type Journal, replay } from 'vostro'",
    '',
    '/** Every operation of the bank, from its opening on: one line each. Take lines off the end to come to an earlier step. */',
    'const journal = [',
    ...entries.map((text) => `  ${text},`),
    '] as unknown as Journal',
    '',
    `test(${JSON.stringify(title)}, () => {`,
    '  const bank = replay(journal)',
    '',
    `  expect(bank.clock.now).toBe(${JSON.stringify(last?.until ?? last?.at ?? first?.at)})`,
    // Printed by the test that somebody pastes; the library itself prints nothing.
    '  console.log(bank.timeline())',
    '})',
    '',
  ].join('\n')
}

/** Copies a text; by a selection where the clipboard may not be written to, as on a page from disk in some browsers. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'hidden'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
