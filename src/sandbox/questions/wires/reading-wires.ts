/** Questions that any payment record answers, and functions that make such questions. (§2.4) */
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import { businessFunctionCodes, meaningOf } from '../../../core/wires/business-function-code.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import { type Exchanges, type SeenExchange, wireCalls } from '../exchanges.ts'
import { agrees, differs, oneValue, type Read, read, type Verdict, type VerdictOn } from '../question.ts'
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

const WIRE = 'a wire was seen'

/** A question for a value that must be the same in all records. */
const valueOfAll = (noun: string, of: (record: Fields) => unknown) =>
  readWires<never>({ how: `reads ${noun}`, when: WIRE, judge: (records) => oneValue(noun, records.map(of)) })

/** The rules for fields of a record: a form, or a test of the value within its record. */
type Shape = Readonly<Record<string, RegExp | ((shown: unknown, record: Fields) => boolean)>>

function shapeOf(records: readonly Fields[], shape: Shape): Verdict<never> {
  const problems = records.flatMap((record) =>
    Object.entries(shape).flatMap(([field, form]) => {
      const shown = record[field]
      const isSo = form instanceof RegExp ? typeof shown === 'string' && form.test(shown) : form(shown, record)
      return isSo ? [] : [`${field} is ${JSON.stringify(shown)}`]
    }),
  )
  const [first, second] = new Set(problems)
  if (first === undefined) return agrees(`all ${records.length} records are as at our bank`)
  return differs(second === undefined ? first : `${first}; ${second}`)
}

export const shapeOfAll = (
  shape: Shape,
  { how = `reads ${Object.keys(shape).join(' and ')}`, when = WIRE, ...reading }: Partial<Reading> = {},
): Read<never> => readWires<never>({ how, when, ...reading, judge: (records) => shapeOf(records, shape) })

const codeOf = (record: Fields) => String(record['businessFunctionCode'])

/** Asks what codes mean. Most stand for the same value of the field, so only a wire whose code stands for another value answers this. */
const meaning = (field: 'paymentType' | 'typeCode') =>
  readWires<never>({
    how: `compares ${field} with businessFunctionCode`,
    when: `a wire was seen whose code stands for another ${field} than the code of a customer transfer (CTR)`,
    of: (record) => businessFunctionCodes.includes(codeOf(record)),
    judge(records) {
      const isUnusual = records.some((record) => meaningOf(codeOf(record))[field] !== meaningOf('CTR')[field])
      const verdict = shapeOf(records, { [field]: (shown, record) => shown === meaningOf(codeOf(record))[field] })
      return isUnusual || verdict.verdict === 'differs' ? verdict : undefined
    },
  })

/** A field of the bank itself in a payment record: the sender of an outbound wire, the receiver of an inbound one. */
const onOurSide = (record: Fields, field: string) => record[`${isOutbound(record) ? 'sender' : 'receiver'}${field}`]

export const wireRecords = {
  'wires.source': valueOfAll('source', ({ source }) => source),
  'bank.routingNumber': valueOfAll(
    'the routing number of the sender of outbound wires, and of the receiver of inbound ones',
    (record) => onOurSide(record, 'RoutingNumber'),
  ),
  'bank.name': valueOfAll('the name of the sender of outbound wires, and of the receiver of inbound ones', (record) =>
    onOurSide(record, 'Name'),
  ),
  'wires.paymentType': meaning('paymentType'),
  'wires.typeCode': meaning('typeCode'),
  'wires.isInternational': shapeOfAll({ isInternational: (shown) => shown === false }),
  'wires.reference': shapeOfAll({ referenceId: /^W[0-9A-Z]{11}$/, senderReference: /^[0-9A-Z]{16}$/ }),
  'wires.institutionNames': shapeOfAll(
    { receiverName: (shown, { receiverRoutingNumber }) => shown === `Institution ${String(receiverRoutingNumber)}` },
    {
      when: 'a wire was requested without beneficiaryFi',
      from: (exchanges) =>
        exchanges
          .done('createWire')
          .filter(({ requestBody }) => (fieldOf(requestBody, 'beneficiaryFi') ?? null) === null),
    },
  ),
  'wires.rejected': shapeOfAll(
    {
      posting: (shown) => shown === 'Pending',
      postingCode: (shown) => typeof shown === 'string' && shown !== 'OK',
    },
    { when: 'a wire was rejected', of: ({ status }) => status === 'Rejected' },
  ),
}
