/**
 * The status of a wire is pushed, not polled. A create and each push that names the wire pay for one look-up, and one more is
 * nobody's business; found are two or more look-ups of an outbound wire that was under way when last seen, with no news since. (§6)
 */
import type { Push } from '../../core/webhooks/push-record.ts'
import { isFinal, isWireStatus } from '../../core/wires/wire-status.ts'
import { fieldsOf, instantOf } from './caller.ts'
import type { Evidence, Instance, Rule } from './finding.ts'

export const wirePolled: Rule = {
  rule: 'wire_polled',
  section: '§6',
  advice: 'Register for Wire.Payment.Sent, and look the payment up once when its push has come.',
  find: (evidence) => [...wiresIn(evidence)].flatMap(([id, wire]) => judge(id, wire)),
}

interface Watched {
  /** When the bank pushed something about the wire. */
  readonly news: readonly number[]
  /** How many look-ups are paid for by creates, and how many were paid for at all. */
  credit: number
  paid: number
  isUnderWay: boolean
  /** The look-ups since the last news, and those of the longest such run. */
  run: string[]
  longest: string[]
}

function wiresIn({ exchanges, pushes }: Evidence): Map<string, Watched> {
  const wires = new Map<string, Watched>()
  const newsOf = newsIn(pushes)
  for (const exchange of exchanges) {
    const { id, direction, status } = fieldsOf(exchange.answer)
    if (exchange.status !== 200 || direction !== 'Outbound' || typeof id !== 'string') continue
    const fresh = { news: newsOf.get(id) ?? [], credit: 0, paid: 0, isUnderWay: false, run: [], longest: [] }
    const wire: Watched = wires.get(id) ?? fresh
    wires.set(id, wire)
    if (exchange.endpoint === 'createWire') wire.credit++
    if (exchange.endpoint === 'getWire')
      lookUp(wire, exchange.id, instantOf(exchange), isWireStatus(status) && !isFinal(status))
  }
  return wires
}

function lookUp(wire: Watched, request: string, at: number, isUnderWay: boolean): void {
  if (wire.paid < wire.credit + wire.news.filter((pushed) => pushed <= at).length) {
    wire.paid++
    wire.run = []
  } else if (wire.isUnderWay) wire.run.push(request)
  if (wire.run.length > wire.longest.length) wire.longest = [...wire.run]
  wire.isUnderWay = isUnderWay
}

function judge(id: string, { longest }: Watched): Instance[] {
  if (longest.length < 2) return []
  const fact = `The wire "${id}" was looked up ${longest.length} times while it was under way, with nothing pushed in between.`
  return [{ fact, requests: longest }]
}

/** When each payment was named by a push. */
function newsIn(pushes: readonly Push[]): Map<string, number[]> {
  const news = new Map<string, number[]>()
  for (const push of pushes) {
    for (const id of paymentsOf(push)) news.set(id, [...(news.get(id) ?? []), instantOf(push)])
  }
  return news
}

/** The payments that a push names: the last segment of each resource. */
function paymentsOf({ notification }: Push): string[] {
  // What was received from elsewhere may have any shape.
  const { resources } = fieldsOf(notification)
  if (!Array.isArray(resources)) return []
  return resources.map((resource) => String(resource).split('/').at(-1) ?? '')
}
