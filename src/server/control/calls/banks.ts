/** Control calls that open and close banks, and that reset, snapshot, restore or fork a whole bank. (§1, §3) */
import { Refusal } from '../../refusal.ts'
import { byHand, type ControlCall, type ControlRows } from '../row.ts'
import { answers, bodies } from '../schemas/calls.ts'
import { bankRecord } from '../schemas/records.ts'

// biome-ignore format: read it as a table
export const bankCalls: ControlRows = {
  readHealth: byHand('GET /health', 'check that the server answers', {
    section: '§4', isOfServer: true, isOpen: true, answer: answers.health,
  }, () => ({ status: 'ok' })),
  listBanks: byHand('GET /banks', 'list all banks except the first one', { section: '§1', isOfServer: true, answer: answers.banks },
    ({ banks }) => banks.others.map(({ record }) => record)),
  openBank: byHand('POST /banks', 'open another bank; the body may have the name of a test, which reports show, and options that replace those of the server', {
    section: '§1', isOfServer: true, body: bodies.bank, isBodyOptional: true, answer: bankRecord,
    line: 'const other = createBank({rest}) // {name}',
  }, ({ banks, body }) => banks.open(body).record),
  readBank: byHand('GET', 'read the addresses of the bank, the credentials of its first partner, and its master account', {
    section: '§1', answer: bankRecord,
  }, ({ hosted }) => hosted.record),
  closeBank: byHand('DELETE', 'close a bank; the first bank cannot be closed', { section: '§1', answer: null }, ({ banks, hosted }) => {
    if (!hosted.isMain) return banks.close(hosted)
    throw new Refusal('first_bank_stays', 'Failed to close the bank: it is the one that the server began with. Reset it, or close another bank: DELETE /_vostro/banks/{id}.')
  }),
}

/** A body with this field is a whole snapshot. */
const WHOLE = 'world'

/** Restores a bank from the kept snapshot whose id the body has, or from the body itself, if that is a snapshot. */
function restore({ bank, hosted, body = {} }: ControlCall): void {
  if (Object.hasOwn(body, WHOLE)) {
    bank.restore(body as never)
    return
  }
  const id: unknown = body['id']
  const [other] = Object.keys(body).filter((name) => name !== 'id')
  if (typeof id !== 'string' || other !== undefined) {
    throw new Refusal(
      'request_is_invalid',
      `Failed to restore a snapshot: ${factOf(id, other)}. Send { "id": "1" } with an id from POST /snapshot, or the whole answer of GET /snapshot.`,
    )
  }
  const kept = hosted.kept.get(id)
  if (kept === undefined) {
    const ids = [...hosted.kept.keys()]
    const fact =
      ids.length === 0 ? 'none is kept' : `only the last hundred are kept, now "${ids[0]}" to "${ids.at(-1)}"`
    throw new Refusal(
      'snapshot_not_found',
      `Failed to restore the snapshot "${id}": ${fact}. Take its id from POST /snapshot.`,
    )
  }
  bank.restore(kept)
}

function factOf(id: unknown, other: string | undefined): string {
  if (id === undefined) return 'the body has neither an id nor a whole snapshot'
  return typeof id === 'string'
    ? `the body has "${other}" besides the id`
    : `its id must be a text, and is of type ${typeof id}`
}

// biome-ignore format: read it as a table
export const stateCalls: ControlRows = {
  resetBank: byHand('POST /reset', 'take the bank back to the moment of its opening', {
    section: '§3', answer: answers.clock, line: 'bank.reset()',
  }, ({ bank, hosted }) => hosted.inTurn(async () => {
    bank.reset()
    return { now: bank.clock.now }
  })),
  takeSnapshot: byHand('GET /snapshot', 'read a snapshot of the whole bank as JSON', { section: '§3', answer: answers.snapshot },
    ({ bank }) => bank.snapshot()),
  keepSnapshot: byHand('POST /snapshot', 'keep a snapshot of the bank in the server, and return its id; the last hundred are kept', {
    section: '§3', answer: answers.snapshotId, line: 'const snapshot$<id> = bank.snapshot()',
  }, ({ bank, hosted }) => ({ id: hosted.keep(bank.snapshot()) })),
  restoreSnapshot: byHand('POST /restore', 'restore a snapshot: a kept one by { "id": "1" }, or any snapshot as JSON', {
    section: '§3', body: bodies.anything, isLarge: true, answer: answers.clock,
    line: 'bank.restore(snapshot$<id>)', example: () => ({ id: '1' }),
  }, (call) => call.hosted.inTurn(async () => {
    restore(call)
    return { now: call.bank.clock.now }
  })),
  forkBank: byHand('POST /fork', 'open another bank as a copy of this one', {
    section: '§3', answer: bankRecord, line: 'const other = bank.fork()',
  }, ({ banks, hosted }) => banks.fork(hosted).record),
}
