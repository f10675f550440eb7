/** Questions that any payment record answers, and functions that make such questions. (§2.4) */
import type { AssumptionId, AssumptionValues } from '../../../core/assumptions/catalogue.ts'
import { businessFunctionCodes, meaningOf } from '../../../core/wires/business-function-code.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import { type Exchanges, type SeenExchange, wireCalls } from '../exchanges.ts'
import { type FieldRow, reads } from '../fields.ts'
import { type Read, read, type VerdictOn } from '../question.ts'
import { wireIn } from './asking-wires.ts'
import { wholeLives } from './endings.ts'

const wiresOf = ({ records }: SeenExchange): readonly Fields[] =>
  records.filter((record) => wireIn(record) !== undefined)

/** How wires are read: by default all that any call showed. */
interface Reading {
  readonly how: string
  readonly when: string
  readonly from?: (exchanges: Exchanges) => readonly SeenExchange[]
  readonly of?: (record: Fields) => boolean
}

interface Judging<Id extends AssumptionId> extends Reading {
  judge(records: readonly Fields[], exchanges: readonly SeenExchange[]): VerdictOn<Id>
}

export function readWires<Id extends AssumptionId>(question: Judging<Id>): Read<Id> {
  const { how, when, from = (exchanges) => exchanges.done(...wireCalls), of = () => true, judge } = question
  const own = (exchange: SeenExchange) => wiresOf(exchange).filter(of)
  return read<Id>({
    how,
    when,
    after: [wholeLives],
    from: (exchanges) => from(exchanges).filter((exchange) => own(exchange).length > 0),
    judge: (exchanges) => judge(exchanges.flatMap(own), exchanges),
  })
}

export const isOutbound = ({ direction }: Fields): boolean => direction === 'Outbound'
export const isCompleted = ({ status }: Fields): boolean => status === 'Completed'
export const movesMoney = ({ businessFunctionCode }: Fields): boolean =>
  meaningOf(String(businessFunctionCode)).movesMoney

/** A question that fields of payment records answer. */
export const wireReads = <Id extends AssumptionId>(
  row: Partial<FieldRow<AssumptionValues[Id]>> & Pick<FieldRow<AssumptionValues[Id]>, 'fields'>,
) =>
  reads<Id>({
    calls: wireCalls,
    when: 'a wire was seen',
    after: [wholeLives],
    ...row,
    where: (record) => wireIn(record) !== undefined && (row.where?.(record) ?? true),
  })

const codeOf = (record: Fields) => String(record['businessFunctionCode'])

/** Asks what codes mean. Most stand for the same value of the field, so only a wire whose code stands for another value answers this. */
const meaning = <Id extends 'wires.paymentType' | 'wires.typeCode'>(field: 'paymentType' | 'typeCode') =>
  wireReads<Id>({
    how: `compares ${field} with businessFunctionCode`,
    when: `a wire was seen whose code stands for another ${field} than the code of a customer transfer (CTR)`,
    where: (record) => businessFunctionCodes.includes(codeOf(record)),
    isEnough: (records) => records.some((record) => meaningOf(codeOf(record))[field] !== meaningOf('CTR')[field]),
    fields: { [field]: (shown: unknown, record: Fields) => shown === meaningOf(codeOf(record))[field] },
  })

/** A field of the bank itself in a payment record: the sender of an outbound wire, the receiver of an inbound one. */
const onOurSide = (record: Fields, field: string) => record[`${isOutbound(record) ? 'sender' : 'receiver'}${field}`]

export const wireRecords = {
  'wires.source': wireReads<'wires.source'>({ fields: { source: 'value' } }),
  'bank.routingNumber': wireReads<'bank.routingNumber'>({
    of: (record) => onOurSide(record, 'RoutingNumber'),
    fields: { 'the routing number of the sender of outbound wires, and of the receiver of inbound ones': 'value' },
  }),
  'bank.name': wireReads<'bank.name'>({
    of: (record) => onOurSide(record, 'Name'),
    fields: { 'the name of the sender of outbound wires, and of the receiver of inbound ones': 'value' },
  }),
  'wires.paymentType': meaning<'wires.paymentType'>('paymentType'),
  'wires.typeCode': meaning<'wires.typeCode'>('typeCode'),
  'wires.isInternational': wireReads<'wires.isInternational'>({
    fields: { isInternational: (shown) => shown === false },
  }),
  'wires.reference': wireReads<'wires.reference'>({
    fields: { referenceId: /^W[0-9A-Z]{11}$/, senderReference: /^[0-9A-Z]{16}$/ },
  }),
  'wires.institutionNames': wireReads<'wires.institutionNames'>({
    calls: ['createWire'],
    when: 'a wire was requested without beneficiaryFi',
    from: ({ requestBody }) => (fieldOf(requestBody, 'beneficiaryFi') ?? null) === null,
    fields: {
      receiverName: (shown, { receiverRoutingNumber }) => shown === `Institution ${String(receiverRoutingNumber)}`,
    },
  }),
  'wires.rejected': wireReads<'wires.rejected'>({
    when: 'a wire was rejected',
    where: ({ status }) => status === 'Rejected',
    fields: {
      posting: (shown) => shown === 'Pending',
      postingCode: (shown) => typeof shown === 'string' && shown !== 'OK',
    },
  }),
}
