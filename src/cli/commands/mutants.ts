/** `vostro mutants -- COMMAND`: reports whether the tests of a command notice a bank that breaks a promise. */
import type { Command } from '../command.ts'
import { text, texts, whole } from '../options/value-kind.ts'

// biome-ignore format: read it as a table
export const mutants: Command = {
  name: 'mutants',
  summary: 'Runs the tests of a command against mutants (banks that each break one promise), and tells which mutants the tests notice.',
  words: [{ name: '-- COMMAND', about: 'the command that runs the tests', isRest: true }],
  options: [
    { name: 'only', kind: texts('ID'), about: 'The id of a mutant to try; all other mutants are left out. May be repeated.' },
    { name: 'accept', kind: texts('ID'), about: 'The id of a mutant that the tests need not notice: the command does not fail for it. May be repeated.' },
    { name: 'atOnce', kind: whole('N', 1), about: 'How many runs go on at the same time. By default half of the cores of the machine.' },
    { name: 'verdicts', kind: text('FILE'), about: 'Writes the verdicts as JSON.' },
  ],
  run: async (...call) => (await import('../tests/run-mutants.ts')).runMutants(...call),
}
