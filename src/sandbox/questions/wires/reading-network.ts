/** Questions on the network that payment records answer: acceptance, receipt times, posting, batches, acknowledgement. (§2.4, §3, §8) */
import { MINUTE } from '../../../core/kernel/time/instant.ts'
import { type Fields, instantIn } from '../../service/fields.ts'
import { agrees, differs, is, unknown } from '../question.ts'
import { isCompleted, isOutbound, movesMoney, readWires, wireReads } from './reading-wires.ts'
import { between, lasting, wallText, wallTimeIn } from './wire-times.ts'

const ACCOUNTABILITY = /^\d{8}([A-Z0-9]{8})\d{6}$/

const isAccepted = ({ imad }: Fields) => (imad ?? null) !== null
const isStamped = ({ receiptDate, receiptTime }: Fields) => Boolean(receiptDate && receiptTime)
const isUndecided = ({ status }: Fields) => ['Created', 'Hold', 'Pending'].includes(String(status))

const measured = (direction: 'Outbound' | 'Inbound', from: string, to: string) =>
  readWires<'wires.acknowledgementSeconds' | 'wires.inboundSeconds'>({
    how: `measures the time from ${from} to ${to} of ${direction.toLowerCase()} wires`,
    when: `an ${direction.toLowerCase()} wire was seen as Completed`,
    of: (record) => isOutbound(record) === (direction === 'Outbound') && isCompleted(record),
    judge: (records) => lasting(records.map((record) => between(record, from, to))),
  })

export const networkRecords = {
  'wires.imadSource': wireReads<'wires.imadSource'>({
    how: 'reads the eight characters after the date in imad and omad',
    when: 'a wire was seen that the network has accepted',
    where: isAccepted,
    of({ imad, omad }) {
      const sources = new Set([imad, omad ?? imad].map((text) => ACCOUNTABILITY.exec(String(text))?.[1]))
      return sources.size === 1 ? ([...sources][0] ?? imad) : imad
    },
    fields: { imad: 'value' },
  }),
  'wires.receiptTime': readWires<'wires.receiptTime'>({
    how: 'looks for receiptDate and receiptTime before and after a wire has an imad',
    when: 'an outbound wire was read before the network accepted it; if it lacked the two fields then, an outbound wire was also read after its acceptance',
    judge(records) {
      const before = records.filter((record) => isOutbound(record) && !isAccepted(record))
      const after = records.filter((record) => isOutbound(record) && isAccepted(record))
      const [early, late] = [before.filter(isStamped).length, after.filter(isStamped).length]
      // If a wire has the two fields before its acceptance, that is enough. If none has, a wire after its acceptance is needed, too.
      if (before.length === 0 || (early === 0 && after.length === 0)) return undefined
      const seen = `${early} of ${before.length} wires without imad have the two fields, and so have ${late} of ${after.length} wires with imad`
      if (early > 0 && early < before.length) return unknown(seen)
      return late < after.length ? differs(seen) : is(early > 0 ? 'creation' : 'acceptance', seen)
    },
  }),
  'wires.postingCode': wireReads<'wires.postingCode'>({
    how: 'looks for postingCode on wires that move money and are Created, on Hold or Pending',
    when: 'a wire that moves money was seen as Created, on Hold or Pending, and some wire has the field postingCode',
    where: (record) => movesMoney(record) && isUndecided(record),
    fields: { postingCode: { null: 'decided', OK: 'created' } },
  }),
  'wires.nonValue': wireReads<'wires.nonValue'>({
    how: 'reads posting of Completed wires that move no money',
    when: 'a service message or a drawdown request was seen as Completed',
    where: (record) => isCompleted(record) && !movesMoney(record),
    fields: {
      coreTransactionId: (shown) => (shown ?? null) === null,
      posting: { Pending: 'Pending', Posted: 'Posted' },
    },
  }),
  'wires.acknowledgementSeconds': measured('Outbound', 'processedAt', 'completedAt'),
  'wires.inboundSeconds': measured('Inbound', 'createdAt', 'completedAt'),
  'wires.inboundAcceptance': wireReads<'wires.inboundAcceptance'>({
    how: 'reads the answers to simulations of inbound wires',
    when: 'an inbound wire was simulated, and its times have the UTC offset of the bank',
    calls: ['simulateInboundWire'],
    // A time without an offset does not show the day at the bank.
    where: (record) => ['createdAt', 'effectiveDate'].every((field) => wallTimeIn(record, field) !== undefined),
    fields: {
      imad: ACCOUNTABILITY,
      omad: ACCOUNTABILITY,
      receiptTime: (shown, record) => shown === minuteOf(record, 'createdAt')?.replace(':', ''),
      receiptDate: (shown) => /^\d{4}$/.test(String(shown)),
      effectiveDate: (_, record) => {
        const effective = wallTimeIn(record, 'effectiveDate')
        return effective?.day === wallTimeIn(record, 'createdAt')?.day && effective?.time === 0
      },
    },
  }),
  'wires.batches': readWires<'wires.batches'>({
    how: 'groups wires by fedBatchId, and reads fedBatchSequence',
    when: 'two wires with one fedBatchId were seen, and a wire with fedBatchSequence 1; or two wires that went out together have different batches',
    of: ({ fedBatchId }) => (fedBatchId ?? null) !== null,
    judge(records) {
      const places = new Map<string, unknown>()
      for (const { id, fedBatchId, fedBatchSequence: sequence } of records) {
        const place = `${String(fedBatchId)} ${String(sequence)}`
        const isPlace = typeof sequence === 'number' && sequence >= 1
        if (!isPlace) return differs(`a fedBatchSequence is ${JSON.stringify(sequence)}`)
        if ((places.get(place) ?? id) !== id) return differs(`two wires of a batch have fedBatchSequence ${sequence}`)
        places.set(place, id)
      }
      if (records.some((record) => records.some((other) => areTogether(record, other)))) {
        return differs('wires that went out together have different fedBatchIds')
      }
      const isFirstSeen = records.some(({ fedBatchSequence }) => fedBatchSequence === 1)
      const isShared = places.size > new Set(records.map(({ fedBatchId }) => fedBatchId)).size
      const seen =
        'wires share a batch, and their fedBatchSequence counts from 1 (wires of other partners are not visible)'
      return isFirstSeen && isShared ? agrees(seen) : undefined
    },
  }),
  'wires.batchedSeconds': readWires<'wires.batchedSeconds'>({
    how: 'measures the time from lastModifiedAt of a Batched wire to its processedAt',
    when: 'a wire was seen as Batched, and again after it was processed',
    judge(records) {
      const released = records.filter(({ status }) => status === 'Batched')
      const times = released.map(({ id, lastModifiedAt }) => {
        const later = records.find((each) => each['id'] === id && each['processedAt'])
        return between({ lastModifiedAt, processedAt: later?.['processedAt'] }, 'lastModifiedAt', 'processedAt')
      })
      return lasting(times)
    },
  }),
}

/** The most milliseconds between two wires of one release. Two releases are further apart. */
const AT_ONCE = 200

/** Whether two wires with different fedBatchIds were processed together. */
function areTogether(one: Fields, other: Fields): boolean {
  const [first, second] = [one, other].map((record) => instantIn(record, 'processedAt') ?? Number.NaN)
  return one['fedBatchId'] !== other['fedBatchId'] && Math.abs((first as number) - (second as number)) < AT_ONCE
}

/** Hours and minutes in the bank's zone. */
function minuteOf(record: Fields, field: string): string | undefined {
  const wall = wallTimeIn(record, field)
  return wall && wallText(Math.floor(wall.time / MINUTE))
}
