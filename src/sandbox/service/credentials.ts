/** What a client is known by at the real service, and which of its records it may use. */
import { isText, type OptionRules } from '../../contract/options.ts'

/** What a client is known by at a service, and what it may use there. Nothing of it is in a report. */
export interface ServiceCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Of the banking API; where it is left out, so it is in the token request. */
  readonly audience?: string | undefined
  /** Of the loan service, where it has one of its own. */
  readonly loanAudience?: string | undefined
  /** UUID of the partner: without it no webhook can be registered. */
  readonly partnerId?: string | undefined
  /** A master account of the partner's, ten digits: without it no wire, restriction or subledger can be made. */
  readonly accountNumber?: string | undefined
}

export const credentialRules: OptionRules<ServiceCredentials> = {
  clientId: isText,
  clientSecret: isText,
  audience: isText,
  loanAudience: isText,
  partnerId: isText,
  accountNumber: isText,
}
