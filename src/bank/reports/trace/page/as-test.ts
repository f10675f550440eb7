/** Generates test code that replays the journal of a bank, and copies text to the clipboard. */
import { visibleLines } from '../../../../core/kernel/visible.ts'
import type { BankTrace } from '../trace-data.ts'

/** Returns a test file for vitest that runs without changes. */
export function testTextOf({ title, journal, steps }: Pick<BankTrace, 'title' | 'journal' | 'steps'>): string {
  const entries = (journal ?? []).map((entry) => JSON.stringify(entry))
  const [first, last] = [steps[0], steps.at(-1)]
  const lines = [
    "import { expect, test } from 'vitest'",
    "import { type Journal, replay } from 'vostro'",
    '',
    '/** Every operation of the bank from its opening on, one line each. Remove lines at the end to reach an earlier step. */',
    'const journal = [',
    ...entries.map((text) => `  ${text},`),
    '] as unknown as Journal',
    '',
    `test(${JSON.stringify(title)}, () => {`,
    '  const bank = replay(journal)',
    '',
    `  expect(bank.clock.now).toBe(${JSON.stringify(last?.until ?? last?.at ?? first?.at)})`,
    // The generated test prints the timeline. The library itself prints nothing.
    '  console.log(bank.timeline())',
    '})',
    '',
  ]
  return visibleLines(lines.join('\n'))
}

/** Returns true if the text was copied. Some browsers deny the clipboard to a page from disk; then a selection of it is copied. */
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
