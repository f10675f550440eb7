/** Statements and expressions that need only `bank`. The coverage report builds its lines of test code from them. */

export const lineOf = (...statements: readonly string[]): string => statements.join('; ')

export const account = 'bank.masterAccount.accountNumber'
export const pay = 'bank.wires.create(bank.wires.plausible())'
export const receive = 'bank.wires.simulateInbound(bank.wires.plausibleInbound())'
export const opened = `bank.subledgers.create({ masterAccountNumber: ${account}, title: 'Customer 17' })`
export const restricted = `bank.restrictions.create({ accountNumber: ${account}, appliesTo: 'All', rail: 'Check' })`

export const HOOK = 'https://partner.example/hooks'
/** The request that registers for an event. It serves as the argument of the function and as the body of the call. */
export const hook = (eventName: string) =>
  `{ partnerId: bank.partner.id, eventName: '${eventName}', registrationType: 'Push', callbackUrl: '${HOOK}' }`
export const registered = `bank.webhooks.register(${hook('Wire.Payment.Processed')})`

export const minute = 'bank.clock.advance({ minutes: 1 })'
/** Long enough to reach the next batch, even over a weekend with a holiday. */
export const days = 'bank.clock.advance({ days: 4 })'
