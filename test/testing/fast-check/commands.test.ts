/** The bank's side as commands: mixed with a partner's own, they find the bugs of receivers that real banks find. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { type BankDeed, bankCommands, wireRequests } from 'vostro/fast-check'
import { createPaymentBook } from '../../../docs/examples/payment-book.ts'
import { always } from '../../properties/history.ts'

const callbackUrl = 'https://partner.example/hooks'

/** A bank that pushes what it receives to a handler. */
function bankThatPushes(handler: (body: never) => unknown): Bank {
  const bank = createBank({ seed: 7 })
  for (const eventName of ['Wire.Payment.Received', 'Wire.Payment.Sent'])
    bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
  bank.webhooks.connect(callbackUrl, async (request) => {
    await handler((await request.json()) as never)
    return new Response('taken')
  })
  return bank
}

interface Model {
  /** The ids of the inbound wires. */
  received: string[]
}

/** Whether a receiver's own count of inbound wires is right whenever every push has come. */
function countProperty(isCareful: boolean) {
  const commands = bankCommands<Model, { bank: Bank; count: () => number }>({
    after: (deed, model, { count }) => {
      if (deed.what === 'wireReceived') model.received.push(deed.payment.id)
      if (deed.what === 'clockAdvanced') expect(count()).toBe(model.received.length)
    },
  })
  return fc.asyncProperty(fc.commands(commands, { maxCommands: 25, size: 'max' }), (chosen) =>
    fc.asyncModelRun(() => {
      const seen: string[] = []
      const bank = bankThatPushes(({ id, eventName }: { id: string; eventName: string }) => {
        if (eventName === 'Wire.Payment.Received' && !(isCareful && seen.includes(id))) seen.push(id)
      })
      return { model: { received: [] }, real: { bank, count: () => seen.length } }
    }, chosen),
  )
}

it('finds nothing in a receiver that counts each event once [§6]', async () => {
  await fc.assert(countProperty(true), always(40))
})

it('finds a receiver that counts an event twice, and shows it in four commands [§6]', async () => {
  const { failed, counterexample } = await fc.check(countProperty(false), always(200))

  expect(failed).toBe(true)
  expect(String(counterexample?.[0])).toMatch(/^receiveWire\(0, 1\),advance\(.*\),repeatPush\(0\),advance\(.*\)/)
})

it('performs every kind of command, and finds nothing in a partner that looks payments up [§6]', async () => {
  const deeds = new Set<BankDeed['what']>()
  class Pay implements fc.AsyncCommand<object, { bank: Bank }> {
    constructor(readonly request: Parameters<Bank['wires']['create']>[0]) {}
    check = () => true
    run = async (_: object, { bank }: { bank: Bank }) => void bank.wires.create(this.request)
    toString = () => `pay(${this.request.amount})`
  }
  const commands = fc.commands<object, { bank: Bank; book: ReturnType<typeof createPaymentBook> }, false>(
    [
      wireRequests(createBank({ seed: 7 })).map((request) => new Pay(request)),
      ...bankCommands<object, { bank: Bank; book: ReturnType<typeof createPaymentBook> }>({
        after: (deed, _, { bank, book }) => {
          deeds.add(deed.what)
          for (const [path, { amount }] of book.entries)
            expect(bank.wires.get(path.split('/').at(-1) as string).amount).toBe(amount)
        },
      }),
    ],
    { maxCommands: 40, size: 'max' },
  )

  await fc.assert(
    fc.asyncProperty(commands, (chosen) =>
      fc.asyncModelRun(() => {
        const book = createPaymentBook(async (path) => bank.wires.get(path.split('/').at(-1) as string))
        const bank = bankThatPushes((notification) => book.receive(notification))
        return { model: {}, real: { bank, book } }
      }, chosen),
    ),
    always(150),
  )

  expect([...deeds].sort()).toEqual([
    'clockAdvanced',
    'pushRepeated',
    'restrictionPlaced',
    'restrictionRemoved',
    'wireApproved',
    'wireHeld',
    'wireReceived',
    'wireRejected',
  ])
})

it('does nothing if a command has nothing to act on [§3]', async () => {
  const bank = createBank()
  const { world } = bank
  const commands = bankCommands().slice(1)
  const idle = fc
    .sample(fc.oneof(...commands), { seed: 20_260_302, numRuns: 300 })
    .filter((command) => /^(hold|approve|reject|remove|repeat)/.test(command.toString()))

  for (const command of idle) await command.run({}, { bank })

  expect(idle.length).toBeGreaterThan(20)
  expect(bank.world).toBe(world)
})

it('describes each command by what it does [§3]', () => {
  const names = fc.sample(fc.oneof(...bankCommands()), always(500)).map(String)

  expect([...new Set(names.map((name) => name.replace(/\(.*/, '')))].sort()).toEqual([
    'advance',
    'approveWire',
    'holdWire',
    'placeRestriction',
    'receiveWire',
    'rejectWire',
    'removeRestriction',
    'repeatPush',
  ])
})
