/** `vostro judge SCENARIO`: one verdict on the partner's code that a scenario runs. */
import type { Command } from '../command.ts'
import { budget, text } from '../options/value-kind.ts'
import { gateRows } from './coverage.ts'

export const judge: Command = {
  name: 'judge',
  summary:
    'Explores a scenario, and gives one verdict on its failures, conduct and coverage, and the assumptions that it relies on.',
  words: [{ name: 'SCENARIO', about: 'the module that exports `scenario`, and may export `options` of `explore`' }],
  options: [
    { name: 'budget', about: 'How long the exploration may take: `30s`, `5m`. By default `5m`.', kind: budget },
    {
      name: 'memory',
      about:
        'The file of known findings. The command fails for new findings, and for known findings that still occur and are not accepted.',
      kind: text('FILE'),
    },
    ...gateRows,
    { name: 'verdict', about: 'Writes the verdict as JSON.', kind: text('FILE') },
  ],
  run: async (...call) => (await import('../tests/run-judge.ts')).runJudge(...call),
}
