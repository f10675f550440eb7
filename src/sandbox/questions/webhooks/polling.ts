/** Pinging and polling. (§6) */
import { recordsIn } from '../../service/fields.ts'
import type { Service } from '../../service/service.ts'
import { agreesIf, story, type VerdictOn } from '../question.ts'
import { freeQuietNames } from './registrations.ts'
import { AT_ONCE, isPing, type Watch, watching } from './watch.ts'

const FREE = 'no registration is polled, and one name has no registration yet'

export const polling = story(
  { 'webhooks.ping': FREE, 'webhooks.poll': FREE },
  {
    how: 'pings a registration of type Poll twice, and polls for one event at a time',
    scope: 'create',
    needs: ['partnerId'],
    async *tell(service) {
      const [name] = await freeQuietNames(service)
      if (name === undefined) return
      const watch = await watching(service, { [name]: 'Basic' })
      const [id] = watch.names.values()
      if (id === undefined) return
      // What waits from before is none of ours.
      await watch.events()
      const ping = () => service.ask('pingWebhook', { parameters: { id } })
      const pinged = await ping()
      const isBare = pinged.body === null
      const seen = `a ping was answered ${pinged.status}, ${isBare ? 'with an empty body' : 'with a body'}`
      yield { 'webhooks.ping': agreesIf(pinged.status === 202 && isBare, seen) }
      if (!pinged.isDone) return
      await ping()
      yield { 'webhooks.poll': await polled(service, watch) }
    },
  },
)

/** What becomes of two pings that are polled one by one. */
async function polled(service: Service, watch: Watch): Promise<VerdictOn<'webhooks.poll'>> {
  const sizes: number[] = []
  const ids: unknown[] = []
  const look = async () => {
    const { isDone, body } = await service.ask('pollEvents', { query: { pageSize: '1' } })
    const events = recordsIn(body)
    sizes.push(events.length)
    ids.push(...events.filter(isPing).map((event) => event['id']))
    return isDone && ids.length >= 2 ? true : undefined
  }
  const areBoth = await service.until(look, { most: AT_ONCE })
  const isAgain = (await watch.events()).some((event) => ids.includes(event['id']))
  const most = Math.max(...sizes)
  return agreesIf(
    areBoth === true && new Set(ids).size === ids.length && most === 1 && !isAgain,
    `of two pings ${ids.length} were polled, ${most} at a time, ${isAgain ? 'and again' : 'and none twice'}`,
  )
}
