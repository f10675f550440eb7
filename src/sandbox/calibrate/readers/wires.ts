/** What payment records show by themselves. (§2.4) */
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import { businessFunctionCodes, meaningOf } from '../../../core/wires/business-function-code.ts'
import type { Tell } from '../probe.ts'
import type { Reader, Seen } from '../reader.ts'
import { type WireRecord, wireIn } from '../wire-records.ts'

const calls = ['createWire', 'getWire', 'listWires', 'cancelWire', 'simulateInboundWire'] as const

/** Every state of a wire that an answer shows. */
export function wiresIn(seen: Seen): readonly WireRecord[] {
  return seen.records(...calls).filter((record) => wireIn(record) !== undefined)
}

const isOutbound = (record: WireRecord) => record['direction'] === 'Outbound'

const valuesOf = (records: readonly WireRecord[], field: (record: WireRecord) => unknown) => [
  ...new Set(records.map(field)),
]

/** Tells the value that all records have in a field: not where one lacks it, nor where they have several. */
function tellValue(
  tell: Tell,
  id: 'wires.source' | 'bank.name' | 'bank.routingNumber' | 'wires.imadSource',
  values: readonly unknown[],
  field: string,
): void {
  if (values.length === 0) return
  const words = `${field} is ${values.map((value) => JSON.stringify(value)).join(', ')}`
  const [value] = values
  if (values.length > 1 || value === undefined || value === null) tell.unknown(id, words)
  else if (typeof value !== 'string') tell.differs(id, words)
  else tell.is(id, value as never, words)
}

/** Tells whether a shape that cannot be changed is that of all records. */
function tellShape(
  tell: Tell,
  id: AssumptionId,
  records: readonly WireRecord[],
  problem: (record: WireRecord) => string | undefined,
): void {
  if (records.length === 0) return
  const problems = [...new Set(records.flatMap((record) => problem(record) ?? []))]
  if (problems.length > 0) tell.differs(id, problems.slice(0, 3).join('; '))
  else tell.agrees(id, `${records.length} records have it`)
}

/** A record of a code whose meaning is not the usual one tells of the others. */
function tellMeaning(tell: Tell, seen: Seen, id: AssumptionId, field: 'paymentType' | 'typeCode'): void {
  const codeOf = (record: WireRecord) => String(record['businessFunctionCode'])
  const known = wiresIn(seen).filter((record) => businessFunctionCodes.includes(codeOf(record)))
  const isTelling = known.some((record) => meaningOf(codeOf(record))[field] !== meaningOf('CTR')[field])
  const problem = (record: WireRecord) => {
    const [shown, ours] = [record[field], meaningOf(codeOf(record))[field]]
    return shown === ours ? undefined : `${field} of ${codeOf(record)} is ${JSON.stringify(shown)}, here "${ours}"`
  }
  if (isTelling || known.some(problem)) tellShape(tell, id, known, problem)
}

export const wireReaders: readonly Reader[] = [
  {
    how: 'reads source',
    tells: { 'wires.source': 'a wire was seen' },
    read: (seen, tell) =>
      tellValue(
        tell,
        'wires.source',
        valuesOf(wiresIn(seen), ({ source }) => source),
        'source',
      ),
  },
  {
    how: 'reads the sender of outbound wires and the receiver of inbound ones',
    tells: { 'bank.routingNumber': 'a wire was seen', 'bank.name': 'a wire was seen' },
    read(seen, tell) {
      const records = wiresIn(seen)
      const side = (record: WireRecord) => (isOutbound(record) ? 'sender' : 'receiver')
      const numbers = valuesOf(records, (record) => record[`${side(record)}RoutingNumber`])
      tellValue(tell, 'bank.routingNumber', numbers, 'the routing number on its side')
      const names = valuesOf(records, (record) => record[`${side(record)}Name`])
      tellValue(tell, 'bank.name', names, 'the name on its side')
    },
  },
  {
    how: 'holds paymentType against businessFunctionCode',
    tells: { 'wires.paymentType': 'a message that is no usual transfer was seen' },
    read: (seen, tell) => tellMeaning(tell, seen, 'wires.paymentType', 'paymentType'),
  },
  {
    how: 'holds typeCode against businessFunctionCode',
    tells: { 'wires.typeCode': 'a message that is no usual transfer was seen' },
    read: (seen, tell) => tellMeaning(tell, seen, 'wires.typeCode', 'typeCode'),
  },
  {
    how: 'reads isInternational',
    tells: { 'wires.isInternational': 'a wire was seen' },
    read: (seen, tell) =>
      tellShape(tell, 'wires.isInternational', wiresIn(seen), ({ isInternational }) =>
        isInternational === false ? undefined : `isInternational is ${JSON.stringify(isInternational)}`,
      ),
  },
  {
    how: 'reads referenceId and senderReference',
    tells: { 'wires.reference': 'a wire was seen' },
    read: (seen, tell) =>
      tellShape(tell, 'wires.reference', wiresIn(seen), ({ referenceId, senderReference }) => {
        if (!/^W[0-9A-Z]{11}$/.test(String(referenceId))) return `referenceId is ${JSON.stringify(referenceId)}`
        if (/^[0-9A-Z]{16}$/.test(String(senderReference))) return undefined
        return `senderReference is ${JSON.stringify(senderReference)}`
      }),
  },
  {
    how: 'reads receiverName of wires whose request named no institution',
    tells: { 'wires.institutionNames': 'a wire was asked for without beneficiaryFi' },
    read(seen, tell) {
      const asked = seen.done('createWire').filter(({ requestBody, body }) => {
        return wireIn(body) !== undefined && (requestBody as WireRecord | null)?.['beneficiaryFi'] == null
      })
      seen.using(asked)
      const records = asked.map(({ body }) => body as WireRecord)
      tellShape(tell, 'wires.institutionNames', records, ({ receiverName, receiverRoutingNumber }) =>
        receiverName === `Institution ${String(receiverRoutingNumber)}`
          ? undefined
          : `receiverName is ${JSON.stringify(receiverName)}`,
      )
    },
  },
  {
    how: 'reads postingCode and status of wires that were rejected',
    tells: { 'wires.rejected': 'a wire was rejected' },
    read(seen, tell) {
      const rejected = wiresIn(seen).filter(({ status }) => status === 'Rejected')
      tellShape(tell, 'wires.rejected', rejected, ({ posting, postingCode }) => {
        if (posting !== 'Pending') return `posting of a rejected wire is ${JSON.stringify(posting)}`
        const isReason = typeof postingCode === 'string' && postingCode !== 'OK'
        return isReason ? undefined : `postingCode of a rejected wire is ${JSON.stringify(postingCode)}`
      })
    },
  },
]
