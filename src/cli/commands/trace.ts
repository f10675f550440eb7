/** `vostro trace FILE`: what happened, as a page that opens from disk. */
import type { Command } from '../command.ts'
import { bankId, bankIdIn } from '../files/bank-id.ts'
import { out, writeOut } from '../files/write-file.ts'
import { text } from '../options/value-kind.ts'

export const trace: Command = {
  name: 'trace',
  summary: 'Does again what a file tells, and makes a page of HTML that shows it step by step.',
  words: [{ name: 'FILE', about: 'a file that --state kept, or a journal as JSON' }],
  options: [bankId, out, { name: 'title', about: 'What stands on top of the page.', kind: text('TEXT') }],
  run: async (asked, terminal) => {
    const { bankInFile } = await import('../files/bank-in-file.ts')
    const bank = await bankInFile(asked.words[0] as string, bankIdIn(asked.values), terminal.stderr)
    await writeOut(await bank.trace({ title: asked.values.get('title') as string | undefined }), asked, terminal)
    return 0
  },
}
