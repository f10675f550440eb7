/** Pinging and polling. (§6) */

import type { Service } from '../../../service/service.ts'
import type { Probe, Tell } from '../../probe.ts'
import { resultsIn } from '../field.ts'
import { until } from '../until.ts'
import { freeQuietNames } from './registrations.ts'
import { AT_ONCE, isPing, type Watch, watching } from './watch.ts'

const FREE = 'no registration is polled, and one name has no registration yet'

export const pollingProbes: readonly Probe[] = [
  {
    name: 'pings that are polled',
    scope: 'create',
    needs: ['partnerId'],
    how: 'pings a registration of type Poll twice, and polls for one event at a time',
    tells: { 'webhooks.ping': FREE, 'webhooks.poll': FREE },
    async run(service, tell) {
      const [name] = await freeQuietNames(service)
      if (name !== undefined) await watching(service, { [name]: 'Basic' }, (watch) => pollPings(service, tell, watch))
    },
  },
]

async function pollPings(service: Service, tell: Tell, watch: Watch): Promise<void> {
  const [id] = watch.names.values()
  if (id === undefined) return
  // What waits from before is none of ours.
  await watch.events()
  const ping = () => service.ask('pingWebhook', { parameters: { id } })
  const pinged = await ping()
  const isBare = pinged.body === null
  const seen = `a ping was answered ${pinged.status}, ${isBare ? 'with an empty body' : 'with a body'}`
  if (pinged.status === 202 && isBare) tell.agrees('webhooks.ping', seen)
  else tell.differs('webhooks.ping', seen)
  if (!pinged.isDone) return
  await ping()

  const sizes: number[] = []
  const ids: unknown[] = []
  const look = async () => {
    const { isDone, body } = await service.ask('pollEvents', { query: { pageSize: '1' } })
    const results = resultsIn(body)
    sizes.push(results.length)
    ids.push(...results.filter(isPing).map((event) => event['id']))
    return isDone && ids.length >= 2 ? true : undefined
  }
  const areBoth = await until(service, look, { most: AT_ONCE })
  const rest = await watch.events()
  const isAgain = rest.some((event) => ids.includes(event['id']))
  const told = `of two pings ${ids.length} were polled, ${Math.max(...sizes)} at a time, ${isAgain ? 'and again' : 'and none twice'}`
  const isAsOurs = areBoth && new Set(ids).size === ids.length && Math.max(...sizes) === 1 && !isAgain
  if (isAsOurs) tell.agrees('webhooks.poll', told)
  else tell.differs('webhooks.poll', told)
}
