/** The worker sends queued payments, and asks the bank about payments that are on their way. */
import { HTTPError } from 'ky'
import type { BankClient } from './bank-client.ts'
import type { Payment, Payments } from './payments.ts'

export function createWorker(bank: BankClient, payments: Payments) {
  async function sendQueued(): Promise<void> {
    for (let payment = await payments.take(); payment; payment = await payments.take()) await send(payment)
  }

  async function send({ id, amount, key }: Payment): Promise<void> {
    try {
      const wire = await bank.createWire(id, amount, key)
      await payments.sent(id, wire.id)
    } catch (error) {
      if (error instanceof HTTPError && [400, 403].includes(error.response.status)) return await payments.failed(id)
      await payments.putBack(id)
      throw error
    }
  }

  /** Reads a payment at the bank, and stores its state. */
  async function ask(path: string): Promise<void> {
    const wire = await bank.wireAt(path)
    if (wire.beneficiaryReference === undefined) return
    if (wire.status === 'Completed') await payments.completed(wire.beneficiaryReference, wire.id)
    if (['Rejected', 'Canceled'].includes(wire.status)) await payments.failed(wire.beneficiaryReference)
  }

  async function askAboutOpen(): Promise<void> {
    for (const { state, bankId } of await payments.all()) {
      if (state === 'sent') await ask(`wires/v1/payments/${bankId}`)
    }
  }

  return { sendQueued, ask, askAboutOpen }
}

export type Worker = ReturnType<typeof createWorker>
