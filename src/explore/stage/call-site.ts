/**
 * Call sites: the lines of the partner's code through which a call came. Calls of one site are much the same. So before a second call of
 * any site is changed, one call of every site is. The lines of callers are part of a site: a helper may make all requests in one line.
 */
import { type Entry, placeIn, placeOf, stackOf } from '../../bank/shell/host/stack.ts'
import { hashText } from '../../core/kernel/identity.ts'

export interface CallSite {
  /** `refunds.ts:34`; undefined if the platform gives no stack. */
  readonly line: string | undefined
  /** A number for this line and the lines of its callers; undefined if the platform gives no stack. */
  readonly path: number | undefined
}

const COLUMN = /:\d+$/

const known = new Map<string, CallSite>()

/** Where the partner's code called `entry`. */
export function callSiteOf(entry: Entry): CallSite {
  const stack = stackOf(entry)
  const before = known.get(stack)
  if (before) return before
  const line = placeOf({ stack })?.split(/[/\\]/).at(-1)?.replace(COLUMN, '')
  const site = { line, path: stack === '' ? undefined : hashText(ownLines(stack)) }
  known.set(stack, site)
  return site
}

/** The lines of a stack that are neither Node's nor a package's. After an await, the line of a function is that of the await. */
function ownLines(stack: string): string {
  const lines = stack.split('\n').filter((line) => !/\bnode:|node_modules|<anonymous>|\(native/.test(line))
  return lines.flatMap((line) => placeIn(line)?.replace(COLUMN, '') ?? []).join()
}
