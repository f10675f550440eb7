/** How much of its texts some code goes over: a measure of its cost that is the same on every machine. */

/** The functions of texts that go over a whole text, or make one of it. */
const whole = [
  'concat',
  'includes',
  'indexOf',
  'lastIndexOf',
  'padEnd',
  'padStart',
  'repeat',
  'replaceAll',
  'slice',
  'split',
  'substring',
  'toLowerCase',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
] as const

/** The work that some code did with texts. */
export interface Reading {
  /** The letters that functions of texts and patterns were given, each time that they were. */
  readonly letters: number
  /** The patterns that were held against a text of at least a thousand letters. */
  readonly patterns: readonly RegExp[]
}

/** Runs some code, and counts the letters that it goes over. */
export function lettersRead(run: () => void): Reading {
  let letters = 0
  const patterns = new Map<string, RegExp>()
  const texts = String.prototype as unknown as Record<string, (...given: unknown[]) => unknown>
  const originals = whole.map((name) => [name, texts[name]] as const)
  const { exec } = RegExp.prototype
  for (const [name, original] of originals) {
    texts[name] = function (this: string, ...given: unknown[]) {
      const result = original?.apply(this, given)
      // A part of a text costs its own length.
      letters += name === 'slice' || name === 'substring' ? (result as string).length : this.length
      return result
    }
  }
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    // A sticky pattern is held against one place alone, as `split` does for each.
    if (this.sticky) letters++
    else letters += (found === null ? text.length : found.index + found[0].length) - from
    if (text.length >= 1_000) patterns.set(String(this), this)
    return found
  }
  try {
    run()
  } finally {
    for (const [name, original] of originals) if (original) texts[name] = original
    RegExp.prototype.exec = exec
  }
  return { letters, patterns: [...patterns.values()] }
}

/**
 * Whether the cost of a pattern is linear in the length of a text, as far as its form shows: it begins at the beginning, or repeats nothing
 * without end; and between two repetitions without end stands a sign that the first cannot take.
 */
export function isLinear({ source }: RegExp): boolean {
  const plain = source.replace(/\[(?:\\.|[^\]])*\]/g, 'x')
  const parts = plain.split(/\\[.()/]/)
  const endless = parts.map((part) => part.match(/(?<!\\)[*+]|\{\d+,\}/g)?.length ?? 0)
  const isNested = /[*+}]\)[*+{]/.test(plain)
  return (
    !isNested &&
    endless.every((count) => count <= 1) &&
    (plain.startsWith('^') || endless.every((count) => count === 0))
  )
}
