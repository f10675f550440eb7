/** explore: one run beside the same scenario run once without it; and runs with changes beside runs without. */
import { createBank } from 'vostro'
import { explore, type Scene } from 'vostro/explore'
import { scenario } from '../../../docs/examples/supplier-payments/scenario.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'
import { compareAsync } from '../measure.ts'
import { report } from '../row.ts'

const callbackUrl = 'https://partner.example/bank'

/** A listener that pays for each notification, and so pays twice where one comes twice. */
async function listener({ bank, fetch, connect }: Pick<Scene, 'bank' | 'fetch' | 'connect'>): Promise<void> {
  const { access_token } = bank.tokens.issue()
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  bank.webhooks.register({
    partnerId: bank.partner.id,
    registrationType: 'Push',
    eventName: 'Wire.Payment.Received',
    callbackUrl,
  })
  connect(callbackUrl, async (request) => {
    await request.json()
    const body = JSON.stringify(outboundWire(bank, { amount: 10_000 }))
    const { ok } = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'POST', headers, body })
    return new Response(null, { status: ok ? 200 : 503 })
  })
  bank.wires.simulateInbound(inboundWire(bank, { amount: 500 }))
  await bank.clock.advanceAsync({ minutes: 5 })
}

const base = createBank()
/** As many as it takes for a turn to be measured, and each exploration has the same. */
const RUNS = 22

const [own, limit, ratio] = await compareAsync(
  async (times) => {
    for (let made = 0; made < times; ) made += (await explore(listener, { bank: base, depth: 1, maxRuns: RUNS })).runs
  },
  async (times) => {
    for (let made = 0; made < times; made++) {
      const bank = base.fork()
      await listener({ bank, fetch: bank.fetch, connect: bank.webhooks.connect })
    }
  },
  { times: 10 * RUNS },
)
const figure = 'a whole run of a webhook listener that pays twice: the scenario, four days of recovery, the checks'

/** So many runs of the service of the guide, of which a million changes could be made. */
const SERVICE_RUNS = 100

const [ofService, ofCleanRuns, serviceRatio] = await compareAsync(
  (times) => explore(scenario, { maxRuns: times }),
  async (times) => {
    // Each makes two runs without a change.
    for (let made = 0; made < times; ) made += (await explore(scenario, { maxRuns: 2 })).runs
  },
  { times: SERVICE_RUNS, rounds: 5, warmUps: 1 },
)
report([
  { section: 'explore', figure, beside: 'the scenario alone', ours: own, limit, ratio, target: 5.2 },
  {
    section: 'explore',
    figure: 'a run of the service of the guide, with a change',
    beside: 'a run of it without one',
    ours: ofService,
    limit: ofCleanRuns,
    ratio: serviceRatio,
    target: 1.2,
  },
])
