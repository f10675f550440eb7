/** A failure as a test file, to be kept with the suite. */

/** Where the scenario is, and which runner runs the test. */
export interface ToTestOptions {
  /** The module that exports the scenario; by default `./scenario.ts`. */
  scenario?: string | undefined
  /** The name of its export; by default `scenario`. */
  name?: string | undefined
  /** By default `vitest`; jest has its functions as globals. */
  runner?: 'vitest' | 'jest' | undefined
}

/** The text of a test that makes just this run, and fails as long as the bug is there. */
export function testOf(
  { run, message, replay }: { readonly run: string; readonly message: string; readonly replay: string },
  { scenario = './scenario.ts', name = 'scenario', runner = 'vitest' }: ToTestOptions = {},
): string {
  const options = replay.slice(replay.indexOf(', {') + 2, -1)
  const lines = [
    ...(runner === 'vitest' ? ["import { expect, test } from 'vitest'"] : []),
    "import { explore } from 'vostro/explore'",
    `import { ${name} } from ${JSON.stringify(scenario)}`,
    '',
    ...message.split('\n').map((line) => `// ${line}`),
    `test(${JSON.stringify(`holds in the run ${run}`)}, async () => {`,
    `  const { failures } = await explore(${name}, ${options})`,
    '',
    '  expect(failures).toEqual([])',
    '})',
    '',
  ]
  return lines.join('\n')
}
