/** A bank behind its fetch alone: what a real service is to calibrate. Time passes where it is waited for. */
import { type Bank, type BankOptions, createBank } from 'vostro'
import type { CalibrateOptions } from 'vostro/sandbox'
import { timeOf } from '../service-clock.ts'

const HOOKS = 'https://partner.example/calibrate'

/** What a bank behind its fetch is to calibrate. */
export interface Service extends CalibrateOptions {
  readonly clock: NonNullable<CalibrateOptions['clock']>
  readonly receiver: NonNullable<CalibrateOptions['receiver']>
}

/** The options for calibrating a bank that nobody can look into. */
export const hiddenBank = (
  assume: NonNullable<BankOptions['assume']> = {},
  options: BankOptions = {},
): CalibrateOptions => behindFetch(bankWithLoans({ ...options, assume }))

export function bankWithLoans(options: BankOptions): Bank {
  const bank = createBank(options)
  for (let count = 0; count < 3; count++) bank.loans.add({})
  return bank
}

export function behindFetch(bank: Bank): Service {
  // Whoever waits while a push waits for its answer lets the time of that answer go by.
  let unanswered = 0
  const { clock, fetch } = timeOf(bank)
  const { id: partnerId, clientId, clientSecret, audience } = bank.partner
  const { accountNumber } = bank.masterAccount
  return {
    fetch,
    urls: bank.urls,
    credentials: { clientId, clientSecret, audience, loanAudience: bank.urls.loanBaseUrl, partnerId, accountNumber },
    clock: {
      now: clock.now,
      wait: async (milliseconds) => {
        if (unanswered > 0) bank.clock.advance({ milliseconds })
        else await clock.wait(milliseconds)
      },
    },
    receiver: {
      url: HOOKS,
      listen: (answer) => {
        bank.webhooks.connect(HOOKS, async (request) => {
          unanswered += 1
          try {
            return await answer(request)
          } finally {
            unanswered -= 1
          }
        })
        return () => bank.webhooks.disconnect(HOOKS)
      },
    },
    calls: 100_000,
    maxWait: { days: 40 },
    mostAmount: Number.MAX_SAFE_INTEGER,
    scope: 'money',
  }
}
