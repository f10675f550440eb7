/** The options of `createBank` on the command line. `createBank` itself checks their values, so that each rule exists once. */

import { type BankOptions, createWorld } from '../../bank/shell/state/options.ts'
import { assumptions } from '../../core/assumptions/catalogue.ts'
import type { Assumption } from '../../core/assumptions/entry.ts'
import { isUsageError } from '../../core/errors.ts'
import type { Problem } from '../../core/rejection.ts'
import type { GivenValues, OptionRow } from './option-row.ts'
import { recordBelow } from './read-options.ts'
import { bankNumber, bankText, bankValue, eitherOf } from './value-kind.ts'

/** The options without the addresses of the services, which the server sets. */
type Offered = Omit<BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl'>
type Rows<Name extends string> = Readonly<Record<Name, OptionRow>>

// biome-ignore format: read it as a table
const partner: Rows<keyof NonNullable<BankOptions['partner']>> = {
  id: row('partner.id', 'The id of the partner, a UUID.', bankText('UUID')),
  productId: row('partner.productId', "The id of the partner's product, a UUID.", bankText('UUID')),
  name: row('partner.name', 'The name of the partner. By default `Test Partner`.', bankText('NAME')),
  clientId: row('partner.clientId', 'The client id. By default made up from the seed.', bankText('ID')),
  clientSecret: row('partner.clientSecret', 'The client secret. By default made up from the seed.', bankText('SECRET')),
  audience: row('partner.audience', 'The audience of tokens. By default the address of the banking API.', bankText('URL')),
}
// biome-ignore format: read it as a table
const masterAccount: Rows<keyof NonNullable<BankOptions['masterAccount']>> = {
  title: row('masterAccount.title', 'The title of the master account.', bankText('TITLE')),
  balance: row('masterAccount.balance', 'The balance of the master account, in minor units. By default 100000000.', bankNumber('AMOUNT')),
  ledgerType: row('masterAccount.ledgerType', 'Which balance must cover a payment: that of the master account (`Passthrough`, the default), or that of the subledger (`Direct`).', bankText('Passthrough|Direct')),
}

/** The compiler reports a missing option. */
const rows: { readonly [Name in keyof Required<Offered>]: readonly OptionRow[] } = {
  seed: [
    row(
      'seed',
      'The number that all ids are made from: the same seed gives the same ids. By default 1.',
      bankNumber('N'),
    ),
  ],
  now: [row('now', 'The first instant of the virtual clock: ISO 8601 with an offset.', bankText('INSTANT'))],
  timeZone: [row('timeZone', "The bank's zone. By default `America/New_York`.", bankText('ZONE'))],
  release: [
    row(
      'release',
      'When approved wires go out: `calendar` (the default), `instant`, `manual`, or JSON for regular intervals: \'{"every":{"minutes":30}}\'.',
      bankValue('WHEN'),
    ),
  ],
  partner: Object.values(partner),
  masterAccount: Object.values(masterAccount),
  outcomes: [
    row(
      'outcomes',
      'How payments end, depending on fields of their requests: `byBeneficiary`, or a list of outcomes as JSON.',
      bankValue('TABLE'),
    ),
  ],
  assume: [
    {
      name: 'assume',
      about:
        'Another value for an assumption, by its id: `--assume.wires.reviewSeconds=0`. In a file: `"assume": { "wires.reviewSeconds": 0 }`.',
      kind: bankValue('VALUE'),
      members: Object.fromEntries(
        Object.entries<Assumption<unknown>>(assumptions).map(([id, { allowed }]) => [id, eitherOf(allowed.accepts)]),
      ),
    },
  ],
}

export const bankRows: readonly OptionRow[] = Object.values(rows).flat()

export function bankOptionsFrom({ values, places }: GivenValues): { bank: BankOptions; problems: readonly Problem[] } {
  const entries = Object.keys(rows).flatMap((name) => {
    const value = values.get(name) ?? recordBelow(values, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const bank = Object.fromEntries(entries) as BankOptions
  try {
    createWorld(bank)
    return { bank, problems: [] }
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { bank, problems: error.details.map(({ path, message }) => ({ path: placeOf(path, places), message })) }
  }
}

/** Where the user wrote an option: `assume['wires.reviewSeconds']` of `createBank` is, for example, `--assume.wires.reviewSeconds`. */
function placeOf(path: string, places: GivenValues['places']): string {
  const name = path.replace(/\['([^[]+)'\]$/, '.$1')
  const above = [...places.keys()].find((each) => name === each || name.startsWith(`${each}.`))
  return places.get(above ?? '') ?? name
}

function row(name: string, about: string, kind: OptionRow['kind']): OptionRow {
  return { name, about, kind }
}
