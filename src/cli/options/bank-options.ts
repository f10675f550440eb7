/** The options of `createBank` on the command line. `createBank` itself checks their values, so that each rule exists once. */

import { type BankOptions, createWorld } from '../../bank/shell/state/options.ts'
import { assumptions } from '../../core/assumptions/catalogue.ts'
import type { Assumption } from '../../core/assumptions/entry.ts'
import { isUsageError } from '../../core/errors.ts'
import type { Problem } from '../../core/rejection.ts'
import type { GivenValues, OptionRow } from './option-row.ts'
import { recordBelow } from './read-options.ts'
import { bankNumber, bankText, bankValue, eitherOf } from './value-kind.ts'

/** The names of the options without the addresses of the services, which the server sets. The options of a record have a dot. */
type Name =
  | Exclude<keyof BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl' | 'partner' | 'masterAccount'>
  | `partner.${keyof NonNullable<BankOptions['partner']>}`
  | `masterAccount.${keyof NonNullable<BankOptions['masterAccount']>}`

const assumptionKinds = Object.fromEntries(
  Object.entries<Assumption<unknown>>(assumptions).map(([id, { allowed }]) => [id, eitherOf(allowed.accepts)]),
)

/** The compiler reports a missing option. */
// biome-ignore format: read it as a table
const rows: Readonly<Record<Name, Omit<OptionRow, 'name'>>> = {
  seed: { about: 'The number that all ids are made from: the same seed gives the same ids. By default 1.', kind: bankNumber('N') },
  now: { about: 'The first instant of the virtual clock: ISO 8601 with an offset.', kind: bankText('INSTANT') },
  timeZone: { about: "The bank's zone. By default `America/New_York`.", kind: bankText('ZONE') },
  release: { about: 'When approved wires go out: `calendar` (the default), `instant`, `manual`, or JSON for regular intervals: \'{"every":{"minutes":30}}\'.', kind: bankValue('WHEN') },
  'partner.id': { about: 'The id of the partner, a UUID.', kind: bankText('UUID') },
  'partner.productId': { about: "The id of the partner's product, a UUID.", kind: bankText('UUID') },
  'partner.name': { about: 'The name of the partner. By default `Test Partner`.', kind: bankText('NAME') },
  'partner.clientId': { about: 'The client id. By default made up from the seed.', kind: bankText('ID') },
  'partner.clientSecret': { about: 'The client secret. By default made up from the seed.', kind: bankText('SECRET') },
  'partner.audience': { about: 'The audience of tokens. By default the address of the banking API.', kind: bankText('URL') },
  'masterAccount.title': { about: 'The title of the master account.', kind: bankText('TITLE') },
  'masterAccount.balance': { about: 'The balance of the master account, in minor units. By default 100000000.', kind: bankNumber('AMOUNT') },
  'masterAccount.ledgerType': { about: 'Which balance must cover a payment: that of the master account (`Passthrough`, the default), or that of the subledger (`Direct`).', kind: bankText('Passthrough|Direct') },
  outcomes: { about: 'How payments end, depending on fields of their requests: `byBeneficiary`, or a list of outcomes as JSON.', kind: bankValue('TABLE') },
  assume: { about: 'Another value for an assumption, by its id: `--assume.wires.reviewSeconds=0`.', kind: bankValue('VALUE'), members: assumptionKinds },
}

export const bankRows: readonly OptionRow[] = Object.entries(rows).map(([name, row]) => ({ name, ...row }))

export function bankOptionsFrom({ values, places }: GivenValues): { bank: BankOptions; problems: readonly Problem[] } {
  const names = new Set(Object.keys(rows).map((name) => name.split('.')[0] as string))
  const entries = [...names].flatMap((name) => {
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
