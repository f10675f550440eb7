/** What payment records show of the network: when it accepts, stamps, posts and acknowledges. (§2.4, §3) */
import { MINUTE } from '../../../core/kernel/time/instant.ts'
import { meaningOf } from '../../../core/wires/business-function-code.ts'
import type { Tell } from '../probe.ts'
import type { Reader } from '../reader.ts'
import { between, type WireRecord, wallText, wallTimeIn } from '../wire-records.ts'
import { wiresIn } from './wires.ts'

const ACCOUNTABILITY = /^\d{8}([A-Z0-9]{8})\d{6}$/

const isOutbound = ({ direction }: WireRecord) => direction === 'Outbound'
const isCompleted = ({ status }: WireRecord) => status === 'Completed'
const isAccepted = ({ imad }: WireRecord) => imad !== undefined && imad !== null
const movesMoney = ({ businessFunctionCode: code }: WireRecord) => meaningOf(String(code)).movesMoney
/** Statuses before anything is decided of a wire's posting. */
const isUndecided = ({ status }: WireRecord) => ['Created', 'Hold', 'Pending'].includes(String(status))

export const wireNetworkReaders: readonly Reader[] = [
  {
    how: 'reads the eight characters after the date in imad and omad',
    tells: { 'wires.imadSource': 'a wire was seen that the network has accepted' },
    read(seen, tell) {
      const records = wiresIn(seen).filter(isAccepted)
      const sources = [...new Set(records.flatMap(({ imad, omad }) => [imad, omad]))].map(
        (text) => ACCOUNTABILITY.exec(String(text))?.[1],
      )
      const [source, ...others] = [...new Set(sources)]
      if (records.length === 0) return
      if (source !== undefined && others.length === 0) {
        tell.is('wires.imadSource', source, `imad and omad have ${source}`)
      } else tell.differs('wires.imadSource', `imad is ${JSON.stringify(records[0]?.['imad'])}`)
    },
  },
  {
    how: 'looks for receiptDate and receiptTime before and after a wire has an imad',
    tells: { 'wires.receiptTime': 'one was seen that the network had not accepted yet, and one that it had' },
    read(seen, tell) {
      const records = wiresIn(seen)
      const isStamped = ({ receiptDate, receiptTime }: WireRecord) => Boolean(receiptDate && receiptTime)
      const before = records.filter((record) => isOutbound(record) && !isAccepted(record))
      const after = records.filter(isAccepted)
      if (before.length === 0 || after.length === 0) return
      const [early, late] = [before.filter(isStamped).length, after.filter(isStamped).length]
      const words = `${early} of ${before.length} without imad, and ${late} of ${after.length} with one have them`
      if (early > 0 && early < before.length) tell.unknown('wires.receiptTime', words)
      else if (late < after.length) tell.differs('wires.receiptTime', words)
      else tell.is('wires.receiptTime', early > 0 ? 'creation' : 'acceptance', words)
    },
  },
  {
    how: 'looks for postingCode on wires of money of which nothing is decided',
    tells: { 'wires.postingCode': 'a wire that moves money was seen as Created, on Hold or Pending' },
    read(seen, tell) {
      const undecided = wiresIn(seen).filter((record) => isUndecided(record) && movesMoney(record))
      const codes = [...new Set(undecided.map(({ postingCode }) => postingCode ?? null))]
      const words = `postingCode of ${undecided.length} wires of which nothing was decided is ${codes.map((code) => JSON.stringify(code)).join(', ')}`
      if (undecided.length === 0) return
      if (codes.length === 1 && codes[0] === null) tell.is('wires.postingCode', 'decided', words)
      else if (codes.length === 1 && codes[0] === 'OK') tell.is('wires.postingCode', 'created', words)
      else tell.differs('wires.postingCode', words)
    },
  },
  {
    how: 'reads posting of messages that move no money, once they are completed',
    tells: { 'wires.nonValue': 'a service message or a drawdown request was seen as Completed' },
    read(seen, tell) {
      const done = wiresIn(seen).filter((record) => isCompleted(record) && !movesMoney(record))
      const postings = [...new Set(done.map(({ posting }) => posting))]
      const words = `posting of ${done.length} completed messages without money is ${postings.map(String).join(', ')}`
      const [posting] = postings
      if (done.length === 0) return
      if (done.some(({ coreTransactionId }) => coreTransactionId != null)) {
        tell.differs('wires.nonValue', 'a message without money has a coreTransactionId')
      } else if (postings.length === 1 && (posting === 'Pending' || posting === 'Posted')) {
        tell.is('wires.nonValue', posting, words)
      } else tell.differs('wires.nonValue', words)
    },
  },
  {
    how: 'measures from processedAt to completedAt of outbound wires',
    tells: { 'wires.acknowledgementSeconds': 'an outbound wire was seen as Completed' },
    read(seen, tell) {
      const completed = wiresIn(seen).filter((record) => isOutbound(record) && isCompleted(record))
      tellTime(
        tell,
        'wires.acknowledgementSeconds',
        completed.map((record) => between(record, 'processedAt', 'completedAt')),
      )
    },
  },
  {
    how: 'measures from createdAt to completedAt of inbound wires',
    tells: { 'wires.inboundSeconds': 'an inbound wire was seen as Completed' },
    read(seen, tell) {
      const completed = wiresIn(seen).filter((record) => !isOutbound(record) && isCompleted(record))
      tellTime(
        tell,
        'wires.inboundSeconds',
        completed.map((record) => between(record, 'createdAt', 'completedAt')),
      )
    },
  },
  {
    how: 'reads the answers to simulations of inbound wires',
    tells: { 'wires.inboundAcceptance': 'an inbound wire was simulated' },
    read(seen, tell) {
      const records = seen.records('simulateInboundWire')
      const problems = [...new Set(records.flatMap((record) => problemOfAcceptance(record) ?? []))]
      if (records.length === 0) return
      if (problems.length > 0) tell.differs('wires.inboundAcceptance', problems.join('; '))
      else tell.agrees('wires.inboundAcceptance', `${records.length} simulations were answered so`)
    },
  },
  {
    how: 'groups wires by fedBatchId, and reads fedBatchSequence',
    tells: { 'wires.batches': 'the first wire of a batch was seen' },
    read(seen, tell) {
      const places = new Map<string, string>()
      let isFirstSeen = false
      for (const { id, fedBatchId, fedBatchSequence } of wiresIn(seen)) {
        if (fedBatchId == null) continue
        const place = `${String(fedBatchId)} ${String(fedBatchSequence)}`
        const other = places.get(place)
        if (other !== undefined && other !== id) {
          return tell.differs('wires.batches', `two wires of a batch have fedBatchSequence ${String(fedBatchSequence)}`)
        }
        places.set(place, String(id))
        if (typeof fedBatchSequence !== 'number' || fedBatchSequence < 1) {
          return tell.differs('wires.batches', `a fedBatchSequence is ${JSON.stringify(fedBatchSequence)}`)
        }
        isFirstSeen ||= fedBatchSequence === 1
      }
      if (isFirstSeen) tell.agrees('wires.batches', 'places in a batch count from 1; of other partners nothing is seen')
    },
  },
]

function problemOfAcceptance(record: WireRecord): string | undefined {
  const { imad, omad, receiptDate, receiptTime } = record
  if (![imad, omad].every((text) => ACCOUNTABILITY.test(String(text)))) return `imad is ${JSON.stringify(imad)}`
  const [created, effective] = [wallTimeIn(record, 'createdAt'), wallTimeIn(record, 'effectiveDate')]
  if (created === undefined || effective === undefined) return 'createdAt or effectiveDate is no time'
  const minute = wallText(Math.floor(created.time / MINUTE)).replace(':', '')
  if (receiptTime !== minute || !/^\d{4}$/.test(String(receiptDate))) return `receiptTime is ${String(receiptTime)}`
  return effective.day === created.day && effective.time === 0 ? undefined : 'effectiveDate is not the day of createdAt'
}

/** What a service looks for once in a while, and the way, take a little. */
const JITTER = 1_500

/** Tells how long something takes: of several measurements that are alike the one in the middle. */
function tellTime(
  tell: Tell,
  id: 'wires.acknowledgementSeconds' | 'wires.inboundSeconds',
  measured: readonly (number | undefined)[],
): void {
  const sorted = measured.filter((each) => each !== undefined).sort((first, second) => first - second)
  const [least, most] = [sorted[0], sorted.at(-1)]
  const one = sorted[Math.floor(sorted.length / 2)]
  if (one === undefined || least === undefined || most === undefined) return
  const words = `it took ${least === most ? `${least / 1_000} s` : `${least / 1_000} to ${most / 1_000} s`}`
  if (least < 0) tell.unknown(id, `${words}: its end is before its beginning`)
  else if (most - least > JITTER) tell.unknown(id, `${words}: not always the same`)
  else tell.is(id, Math.round(one / 1_000), words)
}
