/** The parts of the lines of coverage: statements of a test that knows only its bank, and expressions that give a record. */

export const lineOf = (...statements: readonly string[]): string => statements.join('; ')

export const account = 'bank.masterAccount.accountNumber'
export const pay = 'bank.wires.create(bank.wires.plausible())'
export const receive = 'bank.wires.simulateInbound(bank.wires.plausibleInbound())'
export const opened = `bank.subledgers.create({ masterAccountNumber: ${account}, title: 'Customer 17' })`
export const restricted = `bank.restrictions.create({ accountNumber: ${account}, appliesTo: 'All', rail: 'Check' })`

export const HOOK = 'https://partner.example/hooks'
/** The request that registers for an event; it is the body of the call as well. */
export const hook = (eventName: string) =>
  `{ partnerId: bank.partner.id, eventName: '${eventName}', registrationType: 'Push', callbackUrl: '${HOOK}' }`
export const registered = `bank.webhooks.register(${hook('Wire.Payment.Processed')})`

export const minute = 'bank.clock.advance({ minutes: 1 })'
/** Long enough for a batch, over a weekend with a holiday too. */
export const days = 'bank.clock.advance({ days: 4 })'
