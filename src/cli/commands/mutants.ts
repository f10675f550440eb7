/** `vostro mutants -- COMMAND`: reports whether the tests of a command notice a bank that breaks a promise. */
import type { Command } from '../command.ts'
import { text, texts, whole } from '../options/value-kind.ts'

export const mutants: Command = {
  name: 'mutants',
  summary:
    'Runs the tests of a command against mutants (banks that each break one promise), and tells which mutants the tests notice.',
  words: [{ name: '-- COMMAND', about: 'the command that runs the tests', isRest: true }],
  options: [
    {
      name: 'only',
      about: 'The id of a mutant to try; all other mutants are left out. May be repeated.',
      kind: texts('ID'),
    },
    {
      name: 'accept',
      about: 'The id of a mutant that the tests need not notice: the command does not fail for it. May be repeated.',
      kind: texts('ID'),
    },
    {
      name: 'atOnce',
      about: 'How many runs go on at the same time. By default half of the cores of the machine.',
      kind: whole('N', 1),
    },
    { name: 'verdicts', about: 'Writes the verdicts as JSON.', kind: text('FILE') },
  ],
  run: async (...call) => (await import('../tests/run-mutants.ts')).runMutants(...call),
}
