/** `vostro replay FILE`: what happened, as a timeline. */
import type { Command } from '../command.ts'
import { bankId, bankIdIn } from '../files/bank-id.ts'
import { choice, whole } from '../options/value-kind.ts'

export const replay: Command = {
  name: 'replay',
  summary: 'Does again what a file tells, and shows its timeline.',
  words: [{ name: 'FILE', about: 'a file that --state kept, or a journal as JSON' }],
  options: [
    bankId,
    {
      name: 'as',
      about: '`text` (the default), or `mermaid` for a sequence diagram.',
      kind: choice('text', 'mermaid'),
    },
    { name: 'last', about: 'Only the last so many facts. By default all.', kind: whole('N', 0) },
  ],
  run: async ({ words: [path = ''], values }, { stdout, stderr }) => {
    const { bankInFile } = await import('../files/bank-in-file.ts')
    const bank = await bankInFile(path, bankIdIn(values), stderr)
    await stdout(
      bank.timeline({ as: values.get('as') as 'text' | undefined, last: values.get('last') as number | undefined }),
    )
    return 0
  },
}
