/** What payment records show of the network: when it accepts, stamps, posts, gathers and acknowledges. (§2.4, §3, §8) */
import { assumptions } from '../../../core/assumptions/catalogue.ts'
import { MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'
import { agrees, differs, is, unknown, type Verdict } from '../question.ts'
import { isCompleted, isOutbound, movesMoney, readWires } from './reading-wires.ts'
import { between, wallText, wallTimeIn } from './wire-times.ts'

const ACCOUNTABILITY = /^\d{8}([A-Z0-9]{8})\d{6}$/

const isAccepted = ({ imad }: Fields) => (imad ?? null) !== null
const isStamped = ({ receiptDate, receiptTime }: Fields) => Boolean(receiptDate && receiptTime)
/** Statuses before anything is decided of a wire's posting. */
const isUndecided = ({ status }: Fields) => ['Created', 'Hold', 'Pending'].includes(String(status))

const preset = assumptions['wires.batchTimes'].default

export const networkRecords = {
  'wires.imadSource': readWires<'wires.imadSource'>({
    how: 'reads the eight characters after the date in imad and omad',
    when: 'a wire was seen that the network has accepted',
    of: isAccepted,
    judge(records) {
      const texts = [...new Set(records.flatMap(({ imad, omad }) => [imad, omad]))]
      const [source, ...others] = [...new Set(texts.map((text) => ACCOUNTABILITY.exec(String(text))?.[1]))]
      if (source !== undefined && others.length === 0) return is(source, `imad and omad have ${source}`)
      return differs(`imad is ${JSON.stringify(records[0]?.['imad'])}`)
    },
  }),
  'wires.receiptTime': readWires<'wires.receiptTime'>({
    how: 'looks for receiptDate and receiptTime before and after a wire has an imad',
    when: 'one was seen that the network had not accepted yet, and one that it had',
    judge(records) {
      const before = records.filter((record) => isOutbound(record) && !isAccepted(record))
      const after = records.filter(isAccepted)
      if (before.length === 0 || after.length === 0) return undefined
      const [early, late] = [before.filter(isStamped).length, after.filter(isStamped).length]
      const seen = `${early} of ${before.length} without imad, and ${late} of ${after.length} with one have them`
      if (early > 0 && early < before.length) return unknown(seen)
      return late < after.length ? differs(seen) : is(early > 0 ? 'creation' : 'acceptance', seen)
    },
  }),
  'wires.postingCode': readWires<'wires.postingCode'>({
    how: 'looks for postingCode on wires of money of which nothing is decided',
    when: 'a wire that moves money was seen as Created, on Hold or Pending',
    of: (record) => isUndecided(record) && movesMoney(record),
    judge(records) {
      const codes = [...new Set(records.map(({ postingCode }) => postingCode ?? null))]
      const seen = `postingCode of ${records.length} wires of which nothing was decided is ${codes.map((code) => JSON.stringify(code)).join(', ')}`
      if (codes.length === 1 && codes[0] === null) return is('decided', seen)
      return codes.length === 1 && codes[0] === 'OK' ? is('created', seen) : differs(seen)
    },
  }),
  'wires.nonValue': readWires<'wires.nonValue'>({
    how: 'reads posting of messages that move no money, once they are completed',
    when: 'a service message or a drawdown request was seen as Completed',
    of: (record) => isCompleted(record) && !movesMoney(record),
    judge(records) {
      const postings = [...new Set(records.map(({ posting }) => posting))]
      const [posting] = postings
      if (records.some(({ coreTransactionId }) => (coreTransactionId ?? null) !== null)) {
        return differs('a message without money has a coreTransactionId')
      }
      const seen = `posting of ${records.length} completed messages without money is ${postings.map(String).join(', ')}`
      return postings.length === 1 && (posting === 'Pending' || posting === 'Posted')
        ? is(posting, seen)
        : differs(seen)
    },
  }),
  'wires.acknowledgementSeconds': readWires<'wires.acknowledgementSeconds'>({
    how: 'measures from processedAt to completedAt of outbound wires',
    when: 'an outbound wire was seen as Completed',
    of: (record) => isOutbound(record) && isCompleted(record),
    judge: (records) => lasting(records.map((record) => between(record, 'processedAt', 'completedAt'))),
  }),
  'wires.inboundSeconds': readWires<'wires.inboundSeconds'>({
    how: 'measures from createdAt to completedAt of inbound wires',
    when: 'an inbound wire was seen as Completed',
    of: (record) => !isOutbound(record) && isCompleted(record),
    judge: (records) => lasting(records.map((record) => between(record, 'createdAt', 'completedAt'))),
  }),
  'wires.inboundAcceptance': readWires<'wires.inboundAcceptance'>({
    how: 'reads the answers to simulations of inbound wires',
    when: 'an inbound wire was simulated, and its times name the offset of the zone',
    from: (exchanges) => exchanges.done('simulateInboundWire'),
    // Without an offset it does not show which day it is at the bank.
    of: (record) => wallTimeIn(record, 'createdAt') !== undefined && wallTimeIn(record, 'effectiveDate') !== undefined,
    judge(records) {
      const problems = [...new Set(records.flatMap((record) => problemOfAcceptance(record) ?? []))]
      return problems.length > 0
        ? differs(problems.join('; '))
        : agrees(`${records.length} simulations were answered so`)
    },
  }),
  'wires.batches': readWires<'wires.batches'>({
    how: 'groups wires by fedBatchId, and reads fedBatchSequence',
    when: 'the first wire of a batch was seen',
    of: ({ fedBatchId }) => (fedBatchId ?? null) !== null,
    judge(records) {
      const places = new Map<string, unknown>()
      for (const { id, fedBatchId, fedBatchSequence: sequence } of records) {
        const place = `${String(fedBatchId)} ${String(sequence)}`
        if (typeof sequence !== 'number' || sequence < 1)
          return differs(`a fedBatchSequence is ${JSON.stringify(sequence)}`)
        if (places.has(place) && places.get(place) !== id) {
          return differs(`two wires of a batch have fedBatchSequence ${sequence}`)
        }
        places.set(place, id)
      }
      const isFirstSeen = records.some(({ fedBatchSequence }) => fedBatchSequence === 1)
      return isFirstSeen ? agrees('places in a batch count from 1; of other partners nothing is seen') : undefined
    },
  }),
  'wires.batchedSeconds': readWires<'wires.batchedSeconds'>({
    how: 'measures from when a wire was seen as Batched to its processedAt',
    when: 'a wire was seen as Batched, and once more when it was processed',
    judge(records) {
      const released = records.filter(({ status }) => status === 'Batched')
      const times = released.flatMap((record) => {
        const later = records.find(({ id, processedAt }) => id === record['id'] && processedAt)
        const [from, to] = [instantIn(record, 'lastModifiedAt'), later && instantIn(later, 'processedAt')]
        return from === undefined || to === undefined ? [] : [to - from]
      })
      return lasting(times)
    },
  }),
  'wires.batchTimes': readWires<'wires.batchTimes'>({
    how: 'reads when outbound wires were processed',
    when: 'wires went out at a time at which ours has no batch: that there are no others does not show',
    of: (record) => isOutbound(record) && Boolean(record['processedAt']),
    judge(records) {
      const minutes = records.flatMap((record) => {
        const wall = wallTimeIn(record, 'processedAt')
        return wall === undefined ? [] : [wallText(Math.floor(wall.time / MINUTE))]
      })
      const times = [...new Set(minutes)].sort()
      if (times.length === 0) return undefined
      return unknown(
        `wires went out at ${times.join(', ')}, and ours go out at ${preset.join(', ')}: assume what you were told`,
      )
    },
  }),
}

function problemOfAcceptance(record: Fields): string | undefined {
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

/** How long something takes: of several measurements that are alike the one in the middle. */
function lasting(measured: readonly (number | undefined)[]): Verdict<number> | undefined {
  const sorted = measured.filter((each) => each !== undefined).sort((first, second) => first - second)
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  if (least === undefined || middle === undefined || most === undefined) return undefined
  const seen = `it took ${least === most ? `${least / SECOND} s` : `${least / SECOND} to ${most / SECOND} s`}`
  if (least < 0) return unknown(`${seen}: its end is before its beginning`)
  return most - least > JITTER ? unknown(`${seen}: not always the same`) : is(Math.round(middle / SECOND), seen)
}
