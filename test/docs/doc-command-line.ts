/** The page about the command line, made from the table of commands. */
import { commands } from '../../src/cli/commands.ts'
import { flagWithValue, usageOf } from '../../src/cli/help.ts'
import { variableOf } from '../../src/cli/options/option-row.ts'
import { page, table } from './doc-markup.ts'

export function commandLinePage(): string {
  const sections = commands.map((command) => {
    const rows = command.options.map((row) => [
      `\`${flagWithValue(row)}\``,
      row.about,
      `\`${row.variable ?? variableOf(row.members ? `${row.name}.ID` : row.name)}\``,
    ])
    const words = command.words.map(({ name, about }) => ` \`${name}\` is ${about}.`).join('')
    const told = `\`npx vostro ${usageOf(command)}\`: ${command.summary}${words}`
    return `## vostro ${command.name}\n\n${told}\n\n${table(['flag', 'what it does', 'in the environment'], rows)}`
  })
  return page(
    'The command line',
    `\`npx vostro\` is \`npx vostro ${commands[0]?.name}\`: the bank as a process. \`npx vostro <command> --help\` shows what is on this page, \`--version\` the version.

- \`npx vostro --open\` opens [the console](../guides/server.md#by-clicking), by which a person drives the bank, in a browser; without the flag its address is printed. Where the control API has a token, the address that is printed has it, and the page that is opened asks for it.
- Flags win over the environment, and that over the file of \`--config\`, which is nested as \`createBank\` takes it: \`{ "port": 4010, "masterAccount": { "balance": 500000 }, "assume": { "wires.reviewSeconds": 0 } }\`.
- A flag that means yes stands alone, or with \`=true\` or \`=false\`. What may be repeated is parted by commas in the environment, and a list in the file. What takes a value takes it after \`=\` or a blank.
- The ids of \`assume\` are those of [the catalogue](assumptions.md); in the environment they are written as \`VOSTRO_ASSUME_WIRES_REVIEW_SECONDS\`.
- A variable that is empty is not given. \`VOSTRO_URL\`, \`VOSTRO_TRACE\`, \`VOSTRO_TRACE_FOLDER\`, \`VOSTRO_SHARD\`, \`VOSTRO_COVERAGE\` and \`VOSTRO_REPORT\` are for what calls the bank and for tests; a process that serves minds [the last two](../guides/trace.md#for-machines), too.
- An option that there is not, or a value that cannot be used, ends it with exit code 2, and every problem is named. What fails later ends it with 1.`,
    ...sections,
  )
}
