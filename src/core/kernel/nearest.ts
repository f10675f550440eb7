/** The known name that a mistyped one is nearest to, for messages. */
import { distance } from 'fastest-levenshtein'

/** A message lists all known names where none is near, if there are at most so many. */
const FEW = 12
/** A longer name is no misspelling. */
const LONGEST_NAME = 200
/** A misspelling has at most so many wrong letters. */
const SLIPS = 2

/** The nearest known name, as the end of a clause; where none is near, all of them if they are few; else nothing. */
export function nearestOrAll(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near !== '' || known.length === 0 || known.length > FEW
    ? near
    : `; there ${known.length === 1 ? 'is' : 'are'} ${known.map((each) => `"${each}"`).join(', ')}`
}

/** The nearest known name, as the end of a clause; nothing where more than half of the letters differ. */
export function nearest(name: string, known: readonly string[]): string {
  // No known name is so long, and a comparison takes time by the product of both lengths.
  if (name.length > LONGEST_NAME) return ''
  const steps = known.map((each) => stepsTo(name.toLowerCase(), each.toLowerCase()))
  const fewest = Math.min(...steps)
  return fewest > Math.max(1, name.length / 2) ? '' : `; the nearest is "${known[steps.indexOf(fewest)]}"`
}

/** The known name that a name misspells; undefined where it may well be meant as it is. */
export function slipOf(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined
  const most = Math.min(SLIPS, name.length / 2)
  return known.find((each) => distance(name.toLowerCase(), each.toLowerCase()) <= most)
}

/** How far one name is from another: letters that changed places, or a part that was left out, are one slip. */
function stepsTo(name: string, other: string): number {
  const lettersOf = (text: string) => [...text].sort().join('')
  const isPart = Math.min(name.length, other.length) > 2 && (name.includes(other) || other.includes(name))
  const steps = distance(name, other)
  return steps > 0 && (isPart || lettersOf(name) === lettersOf(other)) ? 1 : steps
}
