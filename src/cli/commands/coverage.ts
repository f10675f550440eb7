/** `vostro coverage -- COMMAND`: reports which behaviour of the bank the tests of a command met, and which they never met. */
import type { Command } from '../command.ts'
import type { OptionRow } from '../options/option-row.ts'
import { text, texts } from '../options/value-kind.ts'

/** The behaviour that must be met; otherwise the command fails. */
// biome-ignore format: read it as a table
export const gateRows: readonly OptionRow[] = [
  { name: 'must', kind: texts('NAME'), about: 'What must be met, otherwise the command fails: all of an axis (a group of behaviour in the coverage report, such as `events`), or one entry of an axis: `events: Wire.Payment.Sent: twice`. May be repeated.' },
]

// biome-ignore format: read it as a table
export const coverage: Command = {
  name: 'coverage',
  summary: 'Tells which behaviour of the bank the tests of a command met, and which they never met.',
  words: [{ name: '-- COMMAND', about: 'the command that runs the tests; without it, vostro reads what earlier tests wrote into --folder', isRest: true }],
  options: [
    { name: 'folder', kind: text('FOLDER'), about: 'The folder into which the tests write what they met, one file for each process. By default `.vostro/coverage`.' },
    { name: 'without', kind: texts('AXIS'), about: 'An axis that the report leaves out, such as `loans`. Rows of other axes stay. May be repeated.' },
    { name: 'page', kind: text('FILE'), about: 'Writes the whole report as a page of HTML.' },
    { name: 'met', kind: text('FILE'), about: 'Writes what was met as JSON, for `--since` of a later run.' },
    { name: 'since', kind: text('FILE'), about: 'Compares with the file that an earlier run wrote with `--met`: tells what is no longer met, and what is new.' },
    ...gateRows,
  ],
  run: async (...call) => (await import('../tests/run-coverage.ts')).runCoverage(...call),
}
