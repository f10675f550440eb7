/** What a partner may do, in steps that can be put together in any order: each goes on with what those before it have made. */
import * as fc from 'fast-check'
import type { ConformanceScenario, ConformanceScene } from 'vostro/sandbox'
import { type Call, clientOf, inboundTo, loanClientOf, wireFrom } from './real-service.ts'

interface Going {
  readonly scene: ConformanceScene
  readonly call: Call
  /** Like `call`, where a refusal is as good. */
  readonly tried: Call
  readonly wires: string[]
  readonly subledgers: string[]
  readonly restrictions: string[]
  readonly hooks: string[]
}

type Step = (going: Going, amount: number) => Promise<unknown>

const hooks = '/webhooks/v1/registrations'
const restrictionsOf = ({ scene }: Going) => `/core/v1/dda/accounts/${scene.credentials.accountNumber}/restrictions`
const idOf = (answer: Record<string, string>, name = 'id') => (answer[name] === undefined ? [] : [answer[name]])
const register = (scene: ConformanceScene, eventName: string, registrationType: string) => ({
  partnerId: scene.credentials.partnerId,
  eventName,
  registrationType,
  callbackUrl: 'https://partner.example/hooks',
})

const steps: { readonly [name: string]: Step } = {
  pay: async ({ scene, tried, wires }, amount) => {
    wires.push(...idOf(await tried('POST', '/wires/v1/payments', wireFrom(scene, { amount }))))
  },
  payTwice: async ({ scene, tried, wires }, amount) => {
    const wire = () =>
      tried('POST', '/wires/v1/payments', wireFrom(scene, { amount }), { 'idempotency-key': `${amount}` })
    wires.push(...idOf(await wire()), ...idOf(await wire()))
  },
  payTogether: async ({ scene, tried, wires }, amount) => {
    const made = await Promise.all(
      [amount, amount + 1].map((each) => tried('POST', '/wires/v1/payments', wireFrom(scene, { amount: each }))),
    )
    wires.push(...made.flatMap((each) => idOf(each)))
  },
  payTooLittle: ({ scene, tried }) => tried('POST', '/wires/v1/payments', wireFrom(scene, { amount: 0 })),
  payFromNowhere: ({ scene, tried }) =>
    tried('POST', '/wires/v1/payments', wireFrom(scene, { accountNumber: '312345678903' })),
  receive: async ({ scene, call, wires, subledgers }, amount) => {
    const accountNumber = subledgers.at(-1) ?? scene.credentials.accountNumber
    const inbound = inboundTo(scene, { accountNumber, amount })
    wires.push(...idOf(await call('POST', '/wires/v1/payments/simulations', inbound)))
  },
  readWire: async ({ call, wires }) => wires.length > 0 && (await call('GET', `/wires/v1/payments/${wires[0]}`)),
  readLastWire: async ({ call, wires }) =>
    wires.length > 0 && (await call('GET', `/wires/v1/payments/${wires.at(-1)}`)),
  listWires: ({ call }) => call('GET', '/wires/v1/payments?pageSize=3'),
  cancel: async ({ tried, wires }) =>
    wires.length > 0 && (await tried('POST', `/wires/v1/payments/${wires.at(-1)}/cancel`)),
  open: async ({ scene, call, subledgers }, amount) => {
    const { accountNumber } = scene.credentials
    const given = { masterAccountNumber: accountNumber, title: `Customer ${amount}` }
    subledgers.push(...idOf(await call('POST', '/core/v1/dda/subaccounts', given), 'accountNumber'))
  },
  listSubledgers: ({ call }) => call('GET', '/core/v1/dda/subaccounts'),
  readMaster: ({ scene, call }) => call('GET', `/core/v1/dda/subaccounts/${scene.credentials.accountNumber}`),
  readSubledger: async ({ call, subledgers }) =>
    subledgers.length > 0 && (await call('GET', `/core/v1/dda/subaccounts/${subledgers[0]}`)),
  transfer: async ({ scene, tried, subledgers }, amount) => {
    if (subledgers.length === 0) return
    const [debitAccountNumber, creditAccountNumber] = [scene.credentials.accountNumber, subledgers[0]]
    const { id } = await tried('POST', '/core/v1/transactions', { debitAccountNumber, creditAccountNumber, amount })
    if (id) await tried('GET', `/core/v1/transactions/${id}`)
  },
  restrict: async (going, amount) => {
    const criteria = { appliesTo: 'All', rail: 'Wire', transactionType: 'Debit', amountThreshold: amount }
    going.restrictions.push(...idOf(await going.call('POST', restrictionsOf(going), criteria)))
  },
  listRestrictions: (going) => going.call('GET', restrictionsOf(going)),
  unrestrict: (going) => going.tried('DELETE', `${restrictionsOf(going)}/${going.restrictions.shift() ?? 'none'}`),
  register: async ({ scene, tried, hooks: ids }) => {
    ids.push(...idOf(await tried('POST', hooks, register(scene, 'Wire.Payment.Sent', 'Push'))))
    await tried('POST', hooks, register(scene, 'Wire.Payment.Received', 'Poll'))
    await tried('POST', hooks, register(scene, 'Core.SubAccount.Opened', 'Poll'))
  },
  listHooks: ({ call }) => call('GET', hooks),
  ping: async ({ tried, hooks: ids }) => ids.length > 0 && (await tried('PUT', `${hooks}/${ids[0]}/ping`)),
  unregister: async ({ tried, hooks: ids }) => ids.length > 0 && (await tried('DELETE', `${hooks}/${ids.shift()}`)),
  poll: ({ call }) => call('GET', '/webhooks/v1/events/poll'),
  get404: ({ tried }) => tried('GET', '/wires/v1/payments/00000000-0000-4000-8000-000000000000'),
  unknownCall: ({ tried }) => tried('GET', '/wires/v1/payment'),
  withoutToken: ({ scene }) => scene.fetch(`${scene.urls.baseUrl}/wires/v1/payments`),
  loans: async ({ scene }) => {
    const call = await loanClientOf(scene)
    await call('GET', '/LoanSummary?Include=Total&OrderBy=LoanNumber')
    await call('GET', '/Webhooks/GetEvents')
  },
  aMinute: ({ scene }) => scene.wait({ minutes: 1 }),
  anHour: ({ scene }) => scene.wait({ hours: 1 }),
  together: async ({ scene, call }) => {
    await Promise.all([scene.wait({ minutes: 2 }), call('GET', '/wires/v1/payments'), scene.wait({ minutes: 2 })])
  },
}

/** Scenarios of a few steps each, with their names. */
export const scenarios: fc.Arbitrary<{ readonly names: readonly string[]; readonly run: ConformanceScenario }> = fc
  .array(fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 1, max: 2_000_000 })), {
    minLength: 1,
    maxLength: 14,
  })
  .map((taken) => ({ names: taken.map(([name, amount]) => `${name} ${amount}`), run: scenarioOf(taken) }))

/** The scenario of all steps, one after the other. */
export const everyStep: ConformanceScenario = scenarioOf(Object.keys(steps).map((name, index) => [name, 1_000 + index]))

function scenarioOf(taken: readonly (readonly [name: string, amount: number])[]): ConformanceScenario {
  return async (scene) => {
    const call = await clientOf(scene)
    const tried: Call = (...given) => call(...given).catch(() => ({}))
    const going: Going = { scene, call, tried, wires: [], subledgers: [], restrictions: [], hooks: [] }
    for (const [name, amount] of taken) await steps[name]?.(going, amount)
    return { wires: going.wires, subledgers: going.subledgers }
  }
}
