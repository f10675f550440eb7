/**
 * Small partners that are right, and that tools of this kind like to blame: several payments at once with names of their own; a key that
 * travels in the context of the call; the service of the guide.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scene } from 'vostro/explore'
import { scenario as supplierPayments } from '../../docs/examples/supplier-payments/scenario.ts'
import { createClient, retried, type Wire } from './client.ts'
import { environmentOf, wireTo } from './environment.ts'
import type { Partner } from './partner.ts'

/** Three orders at once, each with a name, and tried for half an hour. */
async function staggered(scene: Scene): Promise<void> {
  const environment = environmentOf(scene)
  const client = createClient(environment)
  const order = (reference: string, minutes: number) =>
    scene.intend(reference, async () => {
      await scene.sleep({ minutes })
      const wire = wireTo(environment.accountNumber, 10_000 + minutes, reference)
      await retried(async () => {
        await scene.sleep({ minutes: 2 })
        await client.post<Wire>('wires/v1/payments', wire, reference)
      }, 15)
    })
  await Promise.all([order('ORDER 1', 0), order('ORDER 2', 3), order('ORDER 3', 6)])
}

const request = new AsyncLocalStorage<{ readonly key: string }>()

/** The key stands in the context, as ids of requests and tenants do, and the second attempt comes from a timer. */
async function inContext(scene: Scene): Promise<void> {
  const environment = environmentOf(scene)
  const client = createClient(environment)
  const pay = () =>
    client.post<Wire>(
      'wires/v1/payments',
      wireTo(environment.accountNumber, 10_000, 'INVOICE 1'),
      request.getStore()?.key,
    )
  await request.run({ key: 'INVOICE 1' }, () =>
    retried(
      () =>
        new Promise<void>((resolve, reject) => {
          setTimeout(() => pay().then(() => resolve(), reject), 60_000)
        }),
      15,
    ),
  )
  await wait(1_000)
}

const right = (design: string, scenario: Partner['scenario']): Partner => ({
  design,
  bug: undefined,
  needs: undefined,
  scenario,
  options: {},
})

export const namedIntents: readonly Partner[] = [
  right('orders at once, each with a name', staggered),
  right('a key in the context of the call', inContext),
  right('the service of the guide', supplierPayments),
]
