/**
 * Counting steps: how often each block of JavaScript was entered, as the engine itself counts it, and what built-in functions that go
 * over a text or a list have gone over. No clock is asked, so a busy machine changes nothing. Patterns are the engine's own business:
 * each that met a long text is named, for a list of those that are known to go over it once.
 */
import { Session } from 'node:inspector'

export interface Steps {
  readonly count: number
  /** The patterns that met a long text. */
  readonly patterns: ReadonlySet<string>
}

/** From so many characters on a text is long. */
const LONG = 500

/** What goes over the whole of `this`. */
const overLists = [
  'includes',
  'indexOf',
  'lastIndexOf',
  'join',
  'concat',
  'slice',
  'splice',
  'shift',
  'unshift',
  'reverse',
] as const
const overTexts = [
  'includes',
  'indexOf',
  'lastIndexOf',
  'split',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'replaceAll',
  'normalize',
] as const

type Native = (this: { length: number }, ...given: unknown[]) => unknown

/** Counts the steps of one piece of work after another; `stop` ends it, as an engine that counts is slow. */
export function startCounting() {
  const session = new Session()
  session.connect()
  const post = (method: string, parameters: object = {}): { result: Coverage } => {
    let answer: unknown
    session.post(method, parameters, (error, result) => {
      if (error) throw error
      answer = result
    })
    return answer as { result: Coverage }
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    /** Does the work, and gives the steps that it took. */
    stepsOf: async (work: () => unknown): Promise<Steps> => {
      const natives = countNatives()
      post('Profiler.takePreciseCoverage')
      try {
        await work()
        const { result } = post('Profiler.takePreciseCoverage')
        return { count: natives.count() + entered(result), patterns: natives.patterns }
      } finally {
        natives.stop()
      }
    },
    stop: () => {
      post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

type Coverage = readonly {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
}[]

/** The library, what is bundled into it, and the tests that plant something; not the runner, which is at work meanwhile. */
const ours =
  /^(?!.*node_modules).*\/(src|dist)\/|\/node_modules\/(zod|fastest-levenshtein|immer|date-fns|nanoid|@noble|@date-fns)\/|linear\.test\.ts/

/** How often blocks were entered. */
function entered(coverage: Coverage): number {
  return coverage
    .filter(({ url }) => ours.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

/** Puts a count before each built-in function that goes over a whole. */
function countNatives() {
  let sum = 0
  const patterns = new Set<string>()
  const undo: (() => void)[] = []
  const wrap = (owner: object, name: string, made: (native: Native) => Native) => {
    const native = Reflect.get(owner, name) as Native
    const put = (value: Native) => Object.defineProperty(owner, name, { value, configurable: true, writable: true })
    put(made(native))
    undo.push(() => put(native))
  }
  const counted = (native: Native): Native =>
    function (...given) {
      sum += this.length
      return native.apply(this, given)
    }
  for (const name of overLists) wrap(Array.prototype, name, counted)
  for (const name of overTexts) wrap(String.prototype, name, counted)
  // Every way to use a pattern goes through this.
  wrap(RegExp.prototype, 'exec', (native) => {
    return function (text) {
      const pattern = this as unknown as RegExp
      const length = String(text).length
      if (length >= LONG) patterns.add(String(pattern))
      const begin = pattern.lastIndex
      const found = native.call(this, text)
      // One that goes on from its last find has gone from there to here; a sticky one, as `split` makes it, looks at one place alone.
      if (found && (pattern.global || pattern.sticky)) sum += pattern.lastIndex - begin + 1
      else if (!pattern.sticky) sum += length
      return found
    }
  })
  return { count: () => sum, patterns, stop: () => undo.forEach((each) => void each()) }
}
