/** Which bank of a state file is meant. */
import { MAIN } from '../../server/banks/bank-ids.ts'
import type { GivenValues, OptionRow } from '../options/option-row.ts'
import { text } from '../options/value-kind.ts'

export const bankId: OptionRow = {
  name: 'bank',
  about: 'The id of a bank that a client opened. By default the bank that the server began with.',
  kind: text('ID'),
}

export function bankIdIn(values: GivenValues['values']): string {
  return (values.get(bankId.name) as string | undefined) ?? MAIN
}
