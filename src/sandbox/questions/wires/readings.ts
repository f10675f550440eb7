/** Questions that any payment record answers. (§2.4, §3, §8) */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { AssumptionId, AssumptionValues } from '../../../core/assumptions/catalogue.ts'
import { meaningOf } from '../../../core/wires/business-function-code.ts'
import type { Fields } from '../../service/fields.ts'
import { callOf } from '../../service/traffic.ts'
import { wireCalls } from '../exchanges.ts'
import { type FieldRow, reads } from '../fields.ts'
import { differs, is, type Read, read, unknown, type VerdictOn } from '../question.ts'
import { wireFields } from './fields.ts'
import { wireIn } from './requests.ts'
import { between, lasting, watching } from './watch.ts'

/** A question that fields of payment records answer. */
const wireReads = <Id extends AssumptionId>(
  row: Partial<FieldRow<AssumptionValues[Id]>> & Pick<FieldRow<AssumptionValues[Id]>, 'field'>,
) =>
  reads<Id>({
    calls: wireCalls,
    when: 'a wire was seen',
    after: watching,
    ...row,
    where: (record) => wireIn(record) !== undefined && (row.where?.(record) ?? true),
  })

/** A question that payment records answer together. */
function readWires<Id extends AssumptionId>(row: {
  readonly when: string
  readonly of?: (record: Fields) => boolean
  /** The call without which there are no such records: where it fails, that is the reason. */
  readonly madeBy?: EndpointName
  judge(records: readonly Fields[]): VerdictOn<Id>
}): Read<Id> {
  const own = ({ records }: { readonly records: readonly Fields[] }) =>
    records.filter((record) => wireIn(record) !== undefined && (row.of?.(record) ?? true))
  return read<Id>({
    when: row.when,
    after: watching,
    from(exchanges) {
      const shown = exchanges.done(...wireCalls).filter((exchange) => own(exchange).length > 0)
      return shown.length > 0 ? shown : exchanges.all.filter(({ endpoint }) => endpoint === row.madeBy).slice(-1)
    },
    judge(exchanges) {
      const failed = exchanges.find(({ isDone }) => !isDone)
      return failed ? unknown(`${callOf(failed)} was answered ${failed.status}`) : row.judge(exchanges.flatMap(own))
    },
  })
}

const isOutbound = ({ direction }: Fields): boolean => direction === 'Outbound'
const isUndecided = ({ status }: Fields) => ['Created', 'Hold', 'Pending'].includes(String(status))
const isAccepted = ({ imad }: Fields) => (imad ?? null) !== null
const isStamped = ({ receiptDate, receiptTime }: Fields) => Boolean(receiptDate && receiptTime)
const movesMoney = ({ businessFunctionCode }: Fields): boolean => meaningOf(String(businessFunctionCode)).movesMoney

const measured = (direction: 'Outbound' | 'Inbound', from: string, words: string) =>
  readWires<'wires.acknowledgementSeconds' | 'wires.inboundSeconds'>({
    when: `an ${direction.toLowerCase()} wire was seen as Completed`,
    madeBy: direction === 'Inbound' ? 'simulateInboundWire' : 'createWire',
    of: (record) => isOutbound(record) === (direction === 'Outbound') && record['status'] === 'Completed',
    judge: (records) =>
      lasting(
        records.map((record) => between(record, from, 'completedAt')),
        words,
      ),
  })

/** A field of the bank itself in a payment record: the sender of an outbound wire, the receiver of an inbound one. */
const onOurSide = (record: Fields, field: string) => record[`${isOutbound(record) ? 'sender' : 'receiver'}${field}`]

const ACCOUNTABILITY = /^\d{8}([A-Z0-9]{8})\d{6}$/

export const wireRecords = {
  'wires.source': wireReads<'wires.source'>({ field: 'source' }),
  'bank.routingNumber': wireReads<'bank.routingNumber'>({
    of: (record) => onOurSide(record, 'RoutingNumber'),
    field: 'the routing number of the sender of outbound wires, and of the receiver of inbound ones',
  }),
  'bank.name': wireReads<'bank.name'>({
    of: (record) => onOurSide(record, 'Name'),
    field: 'the name of the sender of outbound wires, and of the receiver of inbound ones',
  }),
  'wires.imadSource': wireReads<'wires.imadSource'>({
    when: 'a wire was seen that the network has accepted',
    where: isAccepted,
    of({ imad, omad }) {
      const sources = new Set([imad, omad ?? imad].map((text) => ACCOUNTABILITY.exec(String(text))?.[1]))
      return sources.size === 1 ? ([...sources][0] ?? imad) : imad
    },
    field: 'the source in imad (characters 9 to 16)',
  }),
  'wires.receiptTime': readWires<'wires.receiptTime'>({
    when: 'an outbound wire was read before the network accepted it; if it lacked the two fields then, an outbound wire was also read after its acceptance',
    of: isOutbound,
    judge(records) {
      const [after, before] = [records.filter(isAccepted), records.filter((record) => !isAccepted(record))]
      const [early, late] = [before.filter(isStamped).length, after.filter(isStamped).length]
      // If a wire has the two fields before its acceptance, that is enough. If none has, a wire after its acceptance is needed, too.
      if (before.length === 0 || (early === 0 && after.length === 0)) return undefined
      const seen = `receiptDate and receiptTime: in ${early} of ${before.length} answers before the network took the wire, in ${late} of ${after.length} after`
      if (early > 0 && early < before.length) return unknown(seen)
      return late < after.length ? differs(seen) : is(early > 0 ? 'creation' : 'acceptance', seen)
    },
  }),
  'wires.postingCode': wireReads<'wires.postingCode'>({
    when: 'a wire that moves money was seen as Created, on Hold or Pending, and some wire has the field postingCode',
    after: wireFields['wires.requiredFields'].series,
    where: (record) => movesMoney(record) && isUndecided(record),
    of: (record) => record['postingCode'],
    field: 'the postingCode of a wire before its posting',
    values: { null: 'decided', OK: 'created' },
  }),
  'wires.acknowledgementSeconds': measured('Outbound', 'processedAt', 'from processedAt to completedAt:'),
  'wires.inboundSeconds': measured('Inbound', 'createdAt', 'an inbound wire was posted after'),
}
