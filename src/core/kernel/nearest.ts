/** Finds the known name nearest to a mistyped one, for messages: `unknown option "sead"; did you mean "seed"?`. */
import { distance } from 'fastest-levenshtein'

/** If no name is near, a message lists all known names, provided that there are at most this many. */
const FEW = 12
/** A name longer than this is not compared with the known names. */
const LONGEST_NAME = 200
/** The highest number of wrong letters in a misspelling. */
const SLIPS = 2

/** The end of a message: the nearest known name; if none is near, all known names; if those are many, nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  if (near !== undefined) return `; did you mean "${near}"?`
  if (known.length === 0 || known.length > FEW) return ''
  return `; there ${known.length === 1 ? 'is' : 'are'} ${known.map((each) => `"${each}"`).join(', ')}`
}

/** The whole message, as a sentence within a text. */
export function unknownName(noun: string, name: string, known: readonly string[]): string {
  const fact = `unknown ${noun} "${name}"${didYouMean(name, known)}`
  return fact.endsWith('?') ? fact : `${fact}.`
}

/** Undefined if more than half of the letters of every known name differ. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // No known name is longer than this, and a comparison takes time that grows with the product of the two lengths.
  if (name.length > LONGEST_NAME) return undefined
  const steps = known.map((each) => stepsTo(name.toLowerCase(), each.toLowerCase()))
  const fewest = Math.min(...steps)
  return fewest > Math.max(1, name.length / 2) ? undefined : known[steps.indexOf(fewest)]
}

/** Returns the known name that `name` misspells; undefined if `name` is known, or unlike every known name. */
export function slipOf(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined
  const most = Math.min(SLIPS, name.length / 2)
  return known.find((each) => distance(name.toLowerCase(), each.toLowerCase()) <= most)
}

/** Counts the slips between two names. The same letters in another order are one slip; so is a part that was left out or added. */
function stepsTo(name: string, other: string): number {
  const lettersOf = (text: string) => [...text].sort().join('')
  const isPart = Math.min(name.length, other.length) > 2 && (name.includes(other) || other.includes(name))
  const steps = distance(name, other)
  return steps > 0 && (isPart || lettersOf(name) === lettersOf(other)) ? 1 : steps
}
