/**
 * Call sites: the lines of the partner's code through which a call came. Calls of one site are much the same. So before a second call of
 * any site is changed, one call of every site is. The lines of callers are part of a site: a helper may make all requests in one line.
 */
import { type Entry, placeIn, placeOf, stackBelow } from '../../bank/shell/state/stack.ts'
import { combine, hashText } from '../../core/kernel/identity.ts'

export interface CallSite {
  /** `refunds.ts:34`; undefined if the platform gives no stack. */
  readonly line: string | undefined
  /** A number for this line and the lines of its callers; undefined if the platform gives no stack. */
  readonly path: number | undefined
}

const COLUMN = /:\d+$/

/** Known sites, keyed by a hash of the raw frames: to translate frames with a source map takes as long as a small run. */
const known = new Map<number, CallSite>()

/** Where the partner's code called `entry`. */
export function callSiteOf(entry: Entry): CallSite {
  const frames = stackBelow(entry, (_, sites) => sites.reduce(withFrame, 1))
  const before = typeof frames === 'number' ? known.get(frames) : undefined
  if (before) return before
  const stack = stackBelow(entry)
  const line = placeOf({ stack })?.split(/[/\\]/).at(-1)?.replace(COLUMN, '')
  const site = { line, path: typeof frames === 'number' ? hashText(ownLines(String(stack))) : undefined }
  if (typeof frames === 'number') known.set(frames, site)
  return site
}

const withFrame = (sum: number, site: NodeJS.CallSite) =>
  combine(combine(sum, fileNumber(site.getFileName())), site.getPosition())

const files = new Map<string | null, number>()

function fileNumber(name: string | null): number {
  const number = files.get(name) ?? files.size
  files.set(name, number)
  return number
}

/** The lines of a stack that are neither Node's nor a package's. After an await, the line of a function is that of the await. */
function ownLines(stack: string): string {
  const lines = stack.split('\n').filter((line) => !/\bnode:|node_modules|<anonymous>|\(native/.test(line))
  return lines.flatMap((line) => placeIn(line)?.replace(COLUMN, '') ?? []).join()
}
