/**
 * The status of a wire is pushed, not polled. A create and each push that names the wire pay for one look-up, and one more is
 * nobody's business; found are two or more look-ups of an outbound wire that was under way when last seen, with no news since. (§6)
 */
import type { Push } from '../../core/webhooks/push-record.ts'
import { isFinal, isWireStatus } from '../../core/wires/wire-status.ts'
import type { HttpExchange } from '../../shell/exchange.ts'
import { fieldsOf, instantOf } from './caller.ts'
import type { Rule, RuleFinding } from './finding.ts'
import { groupBy } from './group-by.ts'

export const wirePolled: Rule = {
  rule: 'wire_polled',
  section: '§6',
  advice: 'Register for Wire.Payment.Sent, and look the payment up once when its push has come.',
  find: ({ exchanges, pushes }) => {
    const news = groupBy(pushes.flatMap(newsIn), ({ paymentId }) => paymentId)
    const answers = exchanges.filter(isAnswerAboutWire)
    const byWire = groupBy(answers, ({ answer }) => String(fieldsOf(answer)['id']))
    return [...byWire].flatMap(([id, own]) => judge(id, own, news.get(id) ?? []))
  },
}

interface News {
  readonly paymentId: string
  readonly at: number
}

function judge(id: string, exchanges: readonly HttpExchange[], news: readonly News[]): RuleFinding[] {
  let creates = 0
  let paid = 0
  let isUnderWay = false
  /** The look-ups since the last one that was paid for, and the most that there were. */
  let unpaid: string[] = []
  let longest: string[] = []
  for (const exchange of exchanges) {
    if (exchange.endpoint === 'createWire') creates++
    if (exchange.endpoint !== 'getWire') continue
    const now = instantOf(exchange)
    if (paid < creates + news.filter(({ at }) => at <= now).length) {
      paid++
      unpaid = []
    } else if (isUnderWay) unpaid = [...unpaid, exchange.id]
    if (unpaid.length > longest.length) longest = unpaid
    const { status } = fieldsOf(exchange.answer)
    isUnderWay = isWireStatus(status) && !isFinal(status)
  }
  if (longest.length < 2) return []
  const fact = `The wire "${id}" was looked up ${longest.length} times while it was under way, with nothing pushed in between.`
  return [{ fact, requests: longest }]
}

function isAnswerAboutWire({ status, answer }: HttpExchange): boolean {
  const { id, direction } = fieldsOf(answer)
  return status === 200 && direction === 'Outbound' && typeof id === 'string'
}

/** The payments that a push names: the last segment of each resource. */
function newsIn(push: Push): News[] {
  // What was received from elsewhere may have any shape.
  const { resources } = fieldsOf(push.notification)
  if (!Array.isArray(resources)) return []
  return resources.map((resource) => ({ paymentId: String(resource).split('/').at(-1) ?? '', at: instantOf(push) }))
}
