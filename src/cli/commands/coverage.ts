/** `vostro coverage -- COMMAND`: reports which behaviour of the bank the tests of a command met, and which they never met. */
import type { Command } from '../command.ts'
import type { OptionRow } from '../options/option-row.ts'
import { text, texts } from '../options/value-kind.ts'

/** The options for what tests must meet: otherwise the command fails. */
export const gateRows: readonly OptionRow[] = [
  {
    name: 'must',
    about:
      'An axis that must be met, or one name on it: `events: Wire.Payment.Sent: twice`. Otherwise the command fails. May be repeated.',
    kind: texts('NAME'),
  },
  {
    name: 'least',
    about: 'How many different things of an axis must be met: `faults=3`. May be repeated.',
    kind: texts('AXIS=N'),
  },
]

export const coverage: Command = {
  name: 'coverage',
  summary: 'Tells which behaviour of the bank the tests of a command met, and which they never met.',
  words: [
    {
      name: '-- COMMAND',
      about: 'the command that runs the tests; without it the folder is read as it is',
      isRest: true,
    },
  ],
  options: [
    {
      name: 'folder',
      about: 'Where the tests write what they met, a file for each process. By default `.vostro/coverage`.',
      kind: text('FOLDER'),
    },
    { name: 'page', about: 'Writes everything as a page of HTML.', kind: text('FILE') },
    { name: 'met', about: 'Writes what was met as JSON, for `--since` of a later run.', kind: text('FILE') },
    {
      name: 'since',
      about: 'Compares with the file that `--met` wrote: tells what is no longer met, and what is new.',
      kind: text('FILE'),
    },
    ...gateRows,
  ],
  run: async (...call) => (await import('../tests/run-coverage.ts')).runCoverage(...call),
}
