/** The page about versions: what a version of vostro promises, and with which versions of tools the consumer matrix tries it. */
import { readFileSync } from 'node:fs'
import { type Cell, cells } from '../consumers/cells.ts'
import { page, table } from './doc-markup.ts'

/** The tools that the table names, by their packages. */
const tools = {
  node: 'Node',
  vitest: 'vitest',
  jest: 'jest',
  msw: 'MSW',
  '@playwright/test': 'Playwright',
  typescript: 'TypeScript',
} as const

type Tool = keyof typeof tools

const { engines, peerDependencies, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { engines: { node: string }; peerDependencies: Record<string, string>; version: string }

/** The version of a tool that a cell installs. */
const versionIn = (tool: Tool, { node, packages }: Cell) => (tool === 'node' ? node : packages[tool])

function rowOf(tool: Tool): string[] {
  const versions = [...new Set(cells.flatMap((cell) => versionIn(tool, cell) ?? []))]
  if (versions.length === 0) throw new Error(`Failed to find a cell with ${tool}. Add one to test/consumers/cells.ts.`)
  const shown = versions.sort(byVersion).map((version) => (version === '*' ? 'newest' : version))
  return [tools[tool], supported(tool), shown.join(', ')]
}

/** The older version first. A part that is left out stands for the newest: 4.1.0 comes before 4, and 4 before 5. */
export function byVersion(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  const [, difference = 0] =
    left.map((part, at) => [part !== right[at], part - (right[at] ?? 0)] as const).find(([differs]) => differs) ?? []
  return difference
}

const partsOf = (version: string) => {
  const parts = version.replace('*', 'Infinity').split('.')
  return [0, 1, 2].map((at) => Number(parts[at] ?? 'Infinity'))
}

/** The versions of a tool that package.json allows. */
const supported = (tool: Tool) => (tool === 'node' ? engines.node : (peerDependencies[tool] ?? 'as tried'))

export function versionsPage(): string {
  return page(
    'Versions',
    'What you can rely on from one version to the next, and with which versions of your tools vostro is tried.',
    `The current version is ${version}; \`npx vostro --version\` prints yours. Only the newest version gets fixes. 1.0.0 is the first. What each version changes stands in \`CHANGELOG.md\` of the repository, which is not public yet and not in the package.

License (licence): MIT. vostro sends no telemetry: [security](../../SECURITY.md).

## What is public

Only a major version may change something public. A minor version may add to it.

| public | where it stands |
| --- | --- |
| every name that an entry exports, with its type | the types of the package |
| the calls, fields and events of the bank, and the codes of its rejections | [endpoints](endpoints.md), [fields](fields.md), [events](events.md), [rejections](rejections.md) |
| the ids of assumptions and their values | [assumptions](assumptions.md) |
| commands, options and variables of the process, and its control API | [the command line](cli.md), [control](control.md) |
| names of faults and changes, rules of conduct, codes of reports | [faults](../guides/faults.md), [changes](explore.md#changes), [conduct](../guides/is-my-suite-good.md#conduct), [\`vostro/report.schema.json\`](report.schema.json) |
| the form of a state file: the first line of a file names its form, and a later version goes on with a file of the same form | [the state file](../guides/server.md#surviving-a-restart) |

Not public, and free to change with any version: the wording of messages, of the timeline and of the trace; the texts of snapshots and of \`bank.journal\`, which are for the version that wrote them; the names of files below \`dist\`; how many runs \`explore\` makes, and in which order.

A default of an assumption is a guess. If the service turns out to do something else, a minor version may change the default, and the list of changes says so. If a test must not depend on a default, set the value in \`assume\`.

## What a frozen id promises

The same seed and the same calls in the same order give the same ids, account numbers and references, in every version with the same major number, on every platform. A test of the repository checks the ids of \`seed: 7\`. So you may write such ids into a fixture. The text of a token may change, because it also depends on the settings of the bank.

## How long an old name works

If a name is replaced, the old name works beside the new one for one major version. It is marked \`@deprecated\`, with the new name, and is removed in the major version after that. If an old name cannot work any more, it is refused, and the message gives the new name.

## Tried with

For each version, vostro and the tool are installed in a folder of their own, and a partner's tests run there. A number such as 3 or 1.50 stands for the newest version that begins with it. *As tried*: others, such as TypeScript 5.8, may work, but no test says so. Node 22 lies between two versions that are tried, and is expected to work; it is not tried itself. On Node 20, install \`msw@2\`: MSW 3 needs Node 22.12. Bun, Deno, Cloudflare Workers and browsers are tried with the files of their [recipes](../recipes/README.md) alone.

${table(['tool', 'supported', 'tried with'], (Object.keys(tools) as Tool[]).map(rowOf))}`,
  )
}
