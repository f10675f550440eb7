/** When a trace is written, and where: what a test kit is told of it, and what the environment says, which wins. */
import { closest } from 'fastest-levenshtein'
import { UsageError } from '../../core/errors.ts'

/** When a test writes the trace of its bank, and where. */
export interface TraceOptions {
  /** `failed`, the default: where the test failed; `all`: of each test; `off`: none. The environment's `VOSTRO_TRACE` wins. */
  when?: 'off' | 'failed' | 'all' | undefined
  /** The folder, from the working directory on; by default `.vostro`. The environment's `VOSTRO_TRACE_FOLDER` wins. */
  folder?: string | undefined
}

const whens: readonly string[] = ['off', 'failed', 'all'] satisfies TraceOptions['when'][]
const names: readonly string[] = ['when', 'folder'] satisfies (keyof TraceOptions)[]

/** @throws {UsageError} where a value cannot be used, with the nearest that can */
export function traceOptionsFrom(given: TraceOptions = {}): { when: 'off' | 'failed' | 'all'; folder: string } {
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) {
      throw new UsageError(
        `Failed to set up the trace: "${name}" is no option of it. Did you mean "${closest(name, names)}"? (§1)`,
      )
    }
  }
  const { when = 'failed', folder = '.vostro' } = given
  checkWhen('when', when)
  const whenSaid = environment('VOSTRO_TRACE')
  if (whenSaid) checkWhen('VOSTRO_TRACE', whenSaid)
  return {
    when: (whenSaid as TraceOptions['when']) || when,
    folder: environment('VOSTRO_TRACE_FOLDER') || folder,
  }
}

function checkWhen(name: string, value: string): void {
  if (whens.includes(value)) return
  const nearest = closest(String(value).toLowerCase(), whens)
  throw new UsageError(
    `Failed to set up the trace: ${name} is "${value}", and must be "off", "failed" or "all". Did you mean "${nearest}"? (§1)`,
  )
}

/** A variable of the environment; undefined where there is none, as in a browser, or where it may not be read, as in Deno. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  try {
    return process?.env?.[name]
  } catch {
    return undefined
  }
}
