/** The page about the command line, made from the table of commands. */
import { commands } from '../../src/cli/commands.ts'
import { flagWithValue, usageOf } from '../../src/cli/help.ts'
import { variableOf } from '../../src/cli/options/option-row.ts'
import { list, page } from './doc-markup.ts'

export function commandLinePage(): string {
  const sections = commands.map((command) => {
    const rows = command.options.map((row) => {
      const usual = variableOf(row.members ? `${row.name}.ID` : row.name)
      const variable = row.variable === undefined || row.variable === usual ? '' : ` (\`${row.variable}\`)`
      return [`\`${flagWithValue(row)}\`${variable}`, row.about] as const
    })
    const words = command.words.map(({ name, about }) => ` \`${name}\` is ${about}.`).join('')
    const told = `\`npx vostro ${usageOf(command)}\`: ${command.summary}${words}`
    return `## vostro ${command.name}\n\n${told}\n\n${list(rows)}`
  })
  return page(
    'The command line',
    `\`npx vostro\` is short for \`npx vostro ${commands[0]?.name}\`, which runs the bank as a process. \`npx vostro <command> --help\` shows the options of a command, and \`npx vostro --version\` shows the version.

- The server prints the address of [the console](../guides/server.md#by-clicking), on which a person can drive the bank. If the control API has a token, the printed address contains it.
- Each flag is also an environment variable: \`--real-time\` is \`VOSTRO_REAL_TIME\`, \`--port\` is \`VOSTRO_PORT\`. Another name stands in brackets. Flags override environment variables.
- A boolean flag stands alone, or with \`=true\` or \`=false\`. The value of any other flag follows after \`=\` or a space. If an option may be repeated, write its values with commas between them in the environment.
- \`assume\` takes the ids of [the assumptions](assumptions.md). In the environment, \`wires.reviewSeconds\` is written as \`VOSTRO_ASSUME_WIRES_REVIEW_SECONDS\`.
- An empty environment variable counts as not set. Tests and clients of the bank read \`VOSTRO_URL\`, \`VOSTRO_TRACE\`, \`VOSTRO_TRACE_FOLDER\`, \`VOSTRO_CONDUCT\`, \`VOSTRO_SHARD\`, \`VOSTRO_COVERAGE\` and \`VOSTRO_REPORT\`. \`vostro serve\` reads only [the last two](../guides/trace.md#for-machines) of them.
- An unknown option or an unusable value ends the command with exit code 2, and the message lists every problem. A later failure ends the command with exit code 1.`,
    ...sections,
  )
}
