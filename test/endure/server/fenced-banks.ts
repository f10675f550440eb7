/** A server with a few banks, each with values in it that no other bank has, and none of which any request ever says. */
import type { EndpointName } from '../../../src/contract/endpoints.ts'
import type { ServedBank } from '../../../src/server/server.ts'
import { outboundWire } from '../../support/wire.ts'
import { furnished } from '../furnished.ts'

/** A bank as those know it who send requests, and as those do who look for what leaks. */
export interface FencedBank {
  readonly id: string
  readonly isMain: boolean
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  readonly token: string
  readonly accountNumber: string
  /** One that is delivered. */
  readonly eventId: string
  readonly loanId: string
  readonly restrictionId: string
  readonly bodies: { readonly [Name in EndpointName]?: object }
  readonly pathOf: (call: EndpointName, path: string) => string
  /** What only an answer of this bank may have in it. */
  readonly marks: readonly string[]
}

/** Puts one of everything into a bank, and what only it has. */
export function fenced({
  id,
  bank,
  record: { clientId, clientSecret, audience },
}: Pick<ServedBank, 'id' | 'bank' | 'record'>): FencedBank {
  const isMain = id === 'main'
  const { bodies, pathOf } = furnished(bank)
  const own = `zq-${id}-mark`
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: `${own} title` })
  const wire = bank.wires.create(outboundWire(bank, { purpose: `${own} purpose` }))
  const loan = bank.loans.add({ LoanNumber: `${own} loan` })
  const token = bank.tokens.issue().access_token
  return {
    id,
    isMain,
    clientId,
    clientSecret,
    audience,
    token: isMain ? token : `${id}~${token}`,
    accountNumber,
    eventId: bank.events[0]?.id ?? '',
    loanId: loan.Id,
    restrictionId: pathOf('updateRestriction', '{id}'),
    bodies: {
      ...bodies,
      requestToken: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience },
    },
    pathOf,
    marks: [own, subledger.accountNumber, wire.id, wire.referenceId],
  }
}
