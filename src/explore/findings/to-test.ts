/** Writes a failure as a test file, to be kept with the suite. */

import { checkedOptions, isOneOf, isText, type OptionRules } from '../../contract/options.ts'
import { visibleLines } from '../../core/kernel/visible.ts'
import { wrapped } from '../../core/kernel/wrapped.ts'
import type { ToTestOptions } from '../types.ts'

const rules: OptionRules<ToTestOptions> = { scenario: isText, name: isText, runner: isOneOf(['vitest', 'jest']) }

/** The beginning of the call that repeats a run. */
export const REPLAY = 'await explore(scenario, '

/** The test makes just this run, and fails as long as the bug is there. */
export function testOf(
  { run, message, replay }: { readonly run: string; readonly message: string; readonly replay: string },
  given: ToTestOptions = {},
): string {
  const {
    scenario = './scenario.ts',
    name = 'scenario',
    runner = 'vitest',
  } = checkedOptions(given, rules, {
    failed: `Failed to write the run ${run} as a test`,
    advice: "Write toTest({ scenario: './scenario.ts' }), or toTest() without the option.",
  })
  const options = replay.slice(REPLAY.length, -1)
  const names = options.startsWith('{ ...options, ') ? ['options'] : []
  const lines = [
    ...(runner === 'vitest' ? ["import { expect, test } from 'vitest'"] : []),
    "import { explore } from 'vostro/explore'",
    `import { ${[...names, name].join(', ')} } from ${JSON.stringify(scenario)}`,
    '',
    ...message.split('\n').flatMap((line) => wrapped(line, 77).map((part) => `// ${part}`)),
    `test(${JSON.stringify(`holds in the run ${run}`)}, async () => {`,
    '  const { failures } = await explore(',
    `    ${name},`,
    `    ${options},`,
    '  )',
    '',
    '  expect(failures).toEqual([])',
    '})',
    '',
  ]
  return visibleLines(lines.join('\n'))
}
