/** `vostro replay FILE` and `vostro trace FILE`: show what happened, as a timeline, or as a page that opens from disk. */
import type { Bank } from '../../bank/bank.ts'
import { MAIN } from '../../server/addresses.ts'
import type { Command, Invocation, Terminal } from '../command.ts'
import { out, writeOut } from '../files/read-and-write.ts'
import type { OptionRow } from '../options/option-row.ts'
import { choice, flag, text, whole } from '../options/value-kind.ts'

const words: Command['words'] = [
  { name: 'FILE', about: 'a file that "vostro serve --state" wrote, or bank.journal as JSON' },
]

const bankId: OptionRow = {
  name: 'bank',
  about: 'The id of the bank to replay, if a client opened it. By default the bank that the server began with.',
  kind: text('ID'),
}

export const replay: Command = {
  name: 'replay',
  summary: 'Replays a file, and shows its timeline.',
  words,
  options: [
    bankId,
    {
      name: 'as',
      about: '`text` (the default), or `mermaid` for a sequence diagram.',
      kind: choice('text', 'mermaid'),
    },
    { name: 'last', about: 'Shows only the last N facts of the timeline. By default all.', kind: whole('N', 0) },
  ],
  run: async (asked, terminal) => {
    const bank = await bankMeant(asked, terminal)
    const [as, last] = [asked.values.get('as'), asked.values.get('last')]
    await terminal.stdout(bank.timeline({ as: as as 'text' | undefined, last: last as number | undefined }))
    return 0
  },
}

export const trace: Command = {
  name: 'trace',
  summary: 'Replays a file, and makes a page of HTML that shows it step by step.',
  words,
  options: [
    bankId,
    out,
    { name: 'json', about: 'Writes the content of the page as JSON, for machines.', kind: flag },
    { name: 'title', about: 'The title of the page.', kind: text('TEXT') },
  ],
  run: async (asked, terminal) => {
    const bank = await bankMeant(asked, terminal)
    const as = asked.values.get('json') === true ? 'json' : 'html'
    const title = asked.values.get('title') as string | undefined
    await writeOut(await bank.trace({ as, title }), asked, terminal)
    return 0
  },
}

async function bankMeant({ words: [path = ''], values }: Invocation, { stderr }: Terminal): Promise<Bank> {
  const { bankInFile } = await import('../files/bank-in-file.ts')
  return await bankInFile(path, (values.get(bankId.name) as string | undefined) ?? MAIN, stderr)
}
