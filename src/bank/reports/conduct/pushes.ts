/** Rules on pushes: a receiver accepts them, and a client waits for them instead of polling. (§6) */
import { count } from '../../../core/kernel/count.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { HOUR } from '../../../core/kernel/time/instant.ts'
import type { Push } from '../../../core/webhooks/push-record.ts'
import { SIGNATURE_HEADER } from '../../../core/webhooks/signature.ts'
import { pushOutcomes } from '../../../core/webhooks/webhook-status.ts'
import { isFinal, isWireStatus } from '../../../core/wires/wire-status.ts'
import { type HttpExchange, instantOf } from '../../shell/state/exchange.ts'
import type { Rule, RuleFinding } from './finding.ts'

/**
 * Finds a receiver that answered with a status other than success, threw, or was too late, even if a later attempt succeeded. Ignores
 * pushes whose answer a fault dropped. (§6)
 */
export const pushNotAccepted: Rule = {
  rule: 'push_not_accepted',
  section: '§6',
  advice: 'Keep the event id, answer 200 at once, and do the work afterwards.',
  find: ({ pushes }) =>
    [...groupBy(pushes.filter(wasSent), ({ callbackUrl }) => callbackUrl)].flatMap(([address, sent]) => {
      const failed = sent.filter(({ outcome }) => pushOutcomes[outcome].complaint)
      const [first] = failed
      if (first === undefined) return []
      const complaint = pushOutcomes[first.outcome].complaint?.(first)
      const which = failed.length === 1 ? first.eventName : `the first, ${first.eventName},`
      const events = new Set(sent.map(({ notification }) => notification.id)).size
      const tried = `${count(sent.length, 'attempt')} to push ${count(events, 'event')}`
      const fact = `${failed.length} of ${tried} to "${address}" failed; ${which} ${complaint}.`
      const advice = adviceFor(first)
      return [{ fact, pushes: failed.map(({ id }) => id), ...(advice ? { advice } : {}) }]
    }),
}

/** Returns special advice if the receiver's answer shows the cause of the failure. */
function adviceFor({ answer, callbackUrl, headers }: Push): string | undefined {
  if (answer?.status === 404 || answer?.status === 405) {
    return `Serve POST at ${new URL(callbackUrl).pathname}, or register the address at which the receiver listens.`
  }
  if (answer?.status === 401) return headers?.[SIGNATURE_HEADER] ? CHECKS_SIGNATURE : CHECKS_NOTHING
  const isSuccess = answer !== undefined && answer.status >= 200 && answer.status < 300
  return isSuccess
    ? `Answer 200: by the assumption webhooks.success no other answer is success (its value '2xx' accepts ${answer.status}, too).`
    : undefined
}

const CHECKS_SIGNATURE =
  "Check the signature with the secret of this registration, which bank.webhooks.sign(id) returns, and over the text of the body as it came. If the receiver also checks the age of the signature, compare its time with the bank's clock: bank.clock.now, or Date while your code follows that clock."

const CHECKS_NOTHING =
  'The push has no signature, because its registration has no secret: call bank.webhooks.sign(id). If the receiver wants a user name and a password, register them as authUsername and authPassword.'

/** True if the bank sent the push and a receiver must accept it. A captured push is only recorded; another service sent a received one. */
const wasSent = ({ outcome, isForged }: Push): boolean => outcome !== 'captured' && outcome !== 'received' && !isForged

/**
 * Finds two or more needless look-ups of an outbound wire with no push in between. The create call, and each push that names the wire,
 * allow one look-up. A look-up half a day or more after the last one is allowed, too, because a reconciliation reads each wire once a day.
 * Any other look-up is needless if the look-up before it showed the wire under way. (§6)
 */
export const wirePolled: Rule = {
  rule: 'wire_polled',
  section: '§6',
  advice: 'Register for Wire.Payment.Sent, and look the payment up once when its push has come.',
  find: ({ exchanges, pushes, registered }) => {
    const news = groupBy(pushes.flatMap(newsIn), ({ paymentId }) => paymentId)
    const answers = exchanges.filter(isAnswerAboutWire)
    const byWire = groupBy(answers, ({ answer }) => String(fieldsOf(answer)['id']))
    const found = [...byWire].flatMap(([id, own]) => needlessLookUps(id, own, news.get(id) ?? []))
    return registered.has('Wire.Payment.Sent') ? found.map((each) => ({ ...each, advice: IS_REGISTERED })) : found
  },
}

const IS_REGISTERED = 'Wait for the push of Wire.Payment.Sent, and look the payment up once when its push has come.'

/** A look-up that comes this long after the one before is not polling. */
const APART = 12 * HOUR

interface News {
  readonly paymentId: string
  readonly at: number
}

function needlessLookUps(id: string, exchanges: readonly HttpExchange[], news: readonly News[]): RuleFinding[] {
  let creates = 0
  let allowed = 0
  let isUnderWay = false
  let lastAt = Number.NEGATIVE_INFINITY
  /** The last allowed look-up, and the needless ones since. `longest` is the longest such list so far. */
  let polls: string[] = []
  let longest: string[] = []
  for (const exchange of exchanges) {
    if (exchange.endpoint === 'createWire') creates++
    if (exchange.endpoint !== 'getWire') continue
    const now = instantOf(exchange)
    if (allowed < creates + news.filter(({ at }) => at <= now).length) {
      allowed++
      polls = [exchange.id]
    } else if (now - lastAt >= APART) polls = [exchange.id]
    else if (isUnderWay) polls = [...polls, exchange.id]
    lastAt = now
    if (polls.length > longest.length) longest = polls
    const { status } = fieldsOf(exchange.answer)
    isUnderWay = isWireStatus(status) && !isFinal(status)
  }
  if (longest.length < 3) return []
  const fact = `The wire "${id}" was looked up ${longest.length} times while it was under way, with nothing pushed in between.`
  return [{ fact, requests: longest }]
}

function isAnswerAboutWire({ status, answer }: HttpExchange): boolean {
  const { id, direction } = fieldsOf(answer)
  return status === 200 && direction === 'Outbound' && typeof id === 'string'
}

/** Returns the payments that a push names: the last segment of each of its resources is the id of a payment. */
function newsIn(push: Push): News[] {
  // A push from another service may have any shape.
  const { resources } = fieldsOf(push.notification)
  if (!Array.isArray(resources)) return []
  return resources.map((resource) => ({ paymentId: String(resource).split('/').at(-1) ?? '', at: instantOf(push) }))
}
