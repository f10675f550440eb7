/** What payment records show by themselves: of a table of checks, each is made of every wire that was seen. (§2.4) */
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import { businessFunctionCodes, meaningOf } from '../../../core/wires/business-function-code.ts'
import { type Fields, fieldOf } from '../../service/fields.ts'
import type { Exchanges, SeenExchange } from '../exchanges.ts'
import { agrees, differs, is, type Read, read, type Story, unknown, type Verdict } from '../question.ts'
import { wireIn } from './asking-wires.ts'
import { wholeLives } from './endings.ts'

const calls = ['createWire', 'getWire', 'listWires', 'cancelWire', 'simulateInboundWire'] as const

/** Every state of a wire that an exchange shows. */
const wiresOf = ({ records }: SeenExchange): readonly Fields[] =>
  records.filter((record) => wireIn(record) !== undefined)

export const wireCalls = (exchanges: Exchanges): readonly SeenExchange[] =>
  exchanges.done(...calls).filter((exchange) => wiresOf(exchange).length > 0)

/** A question that is read off the payment records for which `of` holds. */
export function readWires<Id extends AssumptionId>(question: {
  readonly how: string
  readonly when: string
  readonly after?: readonly Story[]
  readonly from?: (exchanges: Exchanges) => readonly SeenExchange[]
  readonly of?: (record: Fields) => boolean
  judge(records: readonly Fields[], exchanges: readonly SeenExchange[]): ReturnType<Read<Id>['judge']>
}): Read<Id> {
  const { how, when, after = [wholeLives], from = wireCalls, of = () => true, judge } = question
  const own = (exchange: SeenExchange) => wiresOf(exchange).filter(of)
  return read<Id>({
    how,
    when,
    after,
    from: (exchanges) => from(exchanges).filter((exchange) => own(exchange).length > 0),
    judge: (exchanges) => judge(exchanges.flatMap(own), exchanges),
  })
}

export const isOutbound = ({ direction }: Fields): boolean => direction === 'Outbound'
export const isCompleted = ({ status }: Fields): boolean => status === 'Completed'
export const movesMoney = ({ businessFunctionCode }: Fields): boolean =>
  meaningOf(String(businessFunctionCode)).movesMoney

/** The value that all records have in a field; unknown where one lacks it, or where they have several. */
function valueOfAll(values: readonly unknown[], field: string): Verdict<never> {
  const all = [...new Set(values)]
  const seen = `${field} is ${all.map((value) => JSON.stringify(value)).join(', ')}`
  const [value] = all
  if (all.length > 1 || value === undefined || value === null) return unknown(seen)
  return typeof value === 'string' ? is(value as never, seen) : differs(seen)
}

/** Whether a shape that cannot be changed is that of all records. */
function shapeOfAll(records: readonly Fields[], problem: (record: Fields) => string | undefined): Verdict<never> {
  const problems = [...new Set(records.flatMap((record) => problem(record) ?? []))]
  return problems.length > 0 ? differs(problems.slice(0, 3).join('; ')) : agrees(`${records.length} records have it`)
}

const codeOf = (record: Fields) => String(record['businessFunctionCode'])

/** A record of a code whose meaning is not the usual one speaks for the others. */
const meaning = (field: 'paymentType' | 'typeCode') =>
  readWires<'wires.paymentType' | 'wires.typeCode'>({
    how: `holds ${field} against businessFunctionCode`,
    when: 'a message that is no usual transfer was seen',
    of: (record) => businessFunctionCodes.includes(codeOf(record)),
    judge(records) {
      const isUnusual = records.some((record) => meaningOf(codeOf(record))[field] !== meaningOf('CTR')[field])
      const verdict = shapeOfAll(records, (record) => {
        const [shown, ours] = [record[field], meaningOf(codeOf(record))[field]]
        return shown === ours ? undefined : `${field} of ${codeOf(record)} is ${JSON.stringify(shown)}, here "${ours}"`
      })
      return isUnusual || verdict.verdict === 'differs' ? verdict : undefined
    },
  })

const WIRE = 'a wire was seen'
const sideOf = (record: Fields, field: string) => record[`${isOutbound(record) ? 'sender' : 'receiver'}${field}`]

export const wireRecords = {
  'wires.source': readWires<'wires.source'>({
    how: 'reads source',
    when: WIRE,
    judge: (records) =>
      valueOfAll(
        records.map(({ source }) => source),
        'source',
      ),
  }),
  'bank.routingNumber': readWires<'bank.routingNumber'>({
    how: 'reads the sender of outbound wires and the receiver of inbound ones',
    when: WIRE,
    judge: (records) =>
      valueOfAll(
        records.map((record) => sideOf(record, 'RoutingNumber')),
        'the routing number on its side',
      ),
  }),
  'bank.name': readWires<'bank.name'>({
    how: 'reads the sender of outbound wires and the receiver of inbound ones',
    when: WIRE,
    judge: (records) =>
      valueOfAll(
        records.map((record) => sideOf(record, 'Name')),
        'the name on its side',
      ),
  }),
  'wires.paymentType': meaning('paymentType'),
  'wires.typeCode': meaning('typeCode'),
  'wires.isInternational': readWires<'wires.isInternational'>({
    how: 'reads isInternational',
    when: WIRE,
    judge: (records) =>
      shapeOfAll(records, ({ isInternational }) =>
        isInternational === false ? undefined : `isInternational is ${JSON.stringify(isInternational)}`,
      ),
  }),
  'wires.reference': readWires<'wires.reference'>({
    how: 'reads referenceId and senderReference',
    when: WIRE,
    judge: (records) =>
      shapeOfAll(records, ({ referenceId, senderReference }) => {
        if (!/^W[0-9A-Z]{11}$/.test(String(referenceId))) return `referenceId is ${JSON.stringify(referenceId)}`
        if (/^[0-9A-Z]{16}$/.test(String(senderReference))) return undefined
        return `senderReference is ${JSON.stringify(senderReference)}`
      }),
  }),
  'wires.institutionNames': readWires<'wires.institutionNames'>({
    how: 'reads receiverName of wires whose request named no institution',
    when: 'a wire was asked for without beneficiaryFi',
    from: (exchanges) =>
      exchanges
        .done('createWire')
        .filter(({ requestBody }) => (fieldOf(requestBody, 'beneficiaryFi') ?? null) === null),
    judge: (records) =>
      shapeOfAll(records, ({ receiverName, receiverRoutingNumber }) =>
        receiverName === `Institution ${String(receiverRoutingNumber)}`
          ? undefined
          : `receiverName is ${JSON.stringify(receiverName)}`,
      ),
  }),
  'wires.rejected': readWires<'wires.rejected'>({
    how: 'reads postingCode and status of wires that were rejected',
    when: 'a wire was rejected',
    of: ({ status }) => status === 'Rejected',
    judge: (records) =>
      shapeOfAll(records, ({ posting, postingCode }) => {
        if (posting !== 'Pending') return `posting of a rejected wire is ${JSON.stringify(posting)}`
        const isReason = typeof postingCode === 'string' && postingCode !== 'OK'
        return isReason ? undefined : `postingCode of a rejected wire is ${JSON.stringify(postingCode)}`
      }),
  }),
}
