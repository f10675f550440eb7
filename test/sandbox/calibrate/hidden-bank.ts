/** A bank behind its fetch alone: what a real service is to calibrate. Time passes where it is waited for. */
import { type Bank, type BankOptions, createBank } from 'vostro'
import type { CalibrateOptions } from 'vostro/sandbox'
import { timeOf } from '../service-clock.ts'

/** What a bank behind its fetch is to calibrate. */
export interface Service extends CalibrateOptions {
  readonly clock: NonNullable<CalibrateOptions['clock']>
}

/** The options for calibrating a bank that nobody can look into. */
export const hiddenBank = (
  assume: NonNullable<BankOptions['assume']> = {},
  options: BankOptions = {},
): CalibrateOptions => behindFetch(createBank({ ...options, assume }))

export function behindFetch(bank: Bank): Service {
  const { clock, fetch } = timeOf(bank)
  const { id: partnerId, clientId, clientSecret, audience } = bank.partner
  const { accountNumber } = bank.masterAccount
  return {
    fetch,
    urls: bank.urls,
    credentials: { clientId, clientSecret, audience, loanAudience: bank.urls.loanBaseUrl, partnerId, accountNumber },
    clock,
    calls: 100_000,
    maxWait: { days: 40 },
    mostAmount: Number.MAX_SAFE_INTEGER,
    scope: 'money',
  }
}
