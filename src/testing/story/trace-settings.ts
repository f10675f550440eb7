/** When a trace is written, and where: what a test kit is told of it, and what the environment says, which wins. */
import { closest } from 'fastest-levenshtein'
import { environment } from '../../bank/shell/state/platform.ts'
import { checkedOptions, isOneOf, type OptionRules, rule } from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import { namesOf } from '../../core/kernel/names.ts'

/** When a test writes the trace of its bank, and where. */
export interface TraceSettings {
  /** `failed`, the default: where the test failed; `all`: of each test; `off`: none. The environment's `VOSTRO_TRACE` wins. */
  when?: 'off' | 'failed' | 'all' | undefined
  /** The folder, from the working directory on; by default `.vostro`. The environment's `VOSTRO_TRACE_FOLDER` wins. */
  folder?: string | undefined
}

const whens: readonly string[] = ['off', 'failed', 'all'] satisfies TraceSettings['when'][]
const rules: OptionRules<TraceSettings> = {
  when: isOneOf(['off', 'failed', 'all']),
  folder: rule((value) => typeof value === 'string' && value !== '', 'must be the path of a folder'),
}
export const traceSettingNames = namesOf(rules)

/** @throws {UsageError} where a value cannot be used, with the nearest that can */
export function traceSettingsFrom(given: TraceSettings = {}): { when: 'off' | 'failed' | 'all'; folder: string } {
  checkedOptions(given, rules, { failed: 'Failed to set up the trace', advice: "Write { when: 'failed' }, say. (§1)" })
  const { when = 'failed', folder = '.vostro' } = given
  const whenSaid = environment('VOSTRO_TRACE')
  if (whenSaid) checkWhen(whenSaid)
  return {
    when: (whenSaid as TraceSettings['when']) || when,
    folder: environment('VOSTRO_TRACE_FOLDER') || folder,
  }
}

function checkWhen(value: string): void {
  if (whens.includes(value)) return
  const nearest = closest(value.toLowerCase(), whens)
  throw new UsageError(
    `Failed to set up the trace: VOSTRO_TRACE is "${value}", and must be "off", "failed" or "all". Did you mean "${nearest}"? (§1)`,
  )
}
