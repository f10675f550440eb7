/** What the model says of a call: the outcome, and what it does to the books. A refusal changes nothing. (§2.8, §2.9, §3) */
import {
  changeHold,
  changeRestriction,
  isSeen,
  openAccount,
  openSubledger,
  placeHold,
  releaseHold,
  restrict,
  setPolicy,
} from './accounts.ts'
import { accountAt, type Model, type Outcome } from './model.ts'
import type { Answer, Named } from './on-bank.ts'
import { postBoth } from './posting.ts'
import type { Call, CallOf } from './step.ts'
import { addWire, advance, atDesk, cancel, releaseBatch } from './wires.ts'

const LARGEST_WIRE = 999_999_999_999

/** The outcome, and whether it must leave the world the very same value. */
export interface Prediction {
  readonly outcome: Outcome
  readonly isSameWorld: boolean
}

/** Does a call to the model. Numbers and ids are the bank's to give: they are taken from its answer. */
export function predict(model: Model, call: Call, answer: Answer): Prediction {
  const key = JSON.stringify(call)
  const first = model.remembered.get(key)
  // A request with a client identifier that came before, with the same body, gets the first answer and moves nothing.
  if (first !== undefined) return { outcome: first, isSameWorld: true }
  const decide = rules[call.does] as (model: Model, call: Call, named: Named) => Outcome
  const outcome = decide(model, call, 'record' in answer ? answer.record : {})
  // What is due at once is done at once.
  advance(model, model.now)
  const isRefused = typeof outcome === 'object' && 'refused' in outcome
  if (clientOf(call) !== undefined && !isRefused) model.remembered.set(key, outcome)
  return { outcome, isSameWorld: isRefused }
}

/** The client identifier that makes a call known again; that of a transfer is information. */
function clientOf(call: Call): string | undefined {
  return call.does === 'wireOut' ? call.client : undefined
}

/** What each call does to the books. */
const rules: { [Does in Call['does']]: (model: Model, call: CallOf<Does>, named: Named) => Outcome } = {
  addPartner: (model, call, { id = '', productId = '', accountNumber = '' }) => {
    model.partners.push({ id, productId, policy: null })
    openAccount(model, { ...call, number: accountNumber, partnerId: id })
    return 'done'
  },
  openAccount: (model, call, { accountNumber = '' }) => {
    openAccount(model, { ...call, number: accountNumber, partnerId: call.by })
    return 'done'
  },
  openSubledger: (model, call, { accountNumber = '' }) => openSubledger(model, call, accountNumber),
  setStatus: (model, { by, account, status }) => {
    if (!isSeen(model, by, account)) return { refused: 'account_not_found' }
    accountAt(model, account).status = status
    return 'done'
  },
  post: (model, { by, request }) => {
    const { accountNumber: account, otherAccountNumber: other = null, ...rest } = request
    return { postingCode: postBoth(model, { ...rest, account, other }, by) }
  },
  transfer: (model, { by, request }) => {
    const { debitAccountNumber: account, creditAccountNumber: other, amount } = request
    const transactionCode = request.transactionCode ?? 'Account Transfer'
    const [rail, transactionType] = ['Internal', 'Debit'] as const
    return { postingCode: postBoth(model, { account, other, rail, transactionType, transactionCode, amount }, by) }
  },
  placeHold: (model, call, { id = '' }) => placeHold(model, call, id),
  changeHold,
  releaseHold,
  restrict: (model, call, { id = '' }) => restrict(model, call, id),
  changeRestriction,
  liftRestriction: changeRestriction,
  setPolicy,
  wireOut: originate,
  wireIn: originate,
  cancel: (model, { by, wire }) => {
    const refused = cancel(model, wireWith(model, wire), by)
    return refused ? { refused } : 'done'
  },
  hold: desk,
  approve: desk,
  reject: desk,
  reverse: desk,
  releaseBatch: (model) => {
    releaseBatch(model)
    return 'done'
  },
  advance: (model, { seconds }) => {
    advance(model, model.now + seconds * 1_000)
    return 'done'
  },
}

function originate(model: Model, call: CallOf<'wireOut'> | CallOf<'wireIn'>, { id = '' }: Named): Outcome {
  const { does, by, account, amount } = call
  if (!isSeen(model, by, account)) return { refused: 'account_not_found' }
  if (amount > LARGEST_WIRE) return { refused: 'amount_is_out_of_range' }
  addWire(model, { id, direction: does === 'wireOut' ? 'Outbound' : 'Inbound', account, amount })
  return 'done'
}

function desk(model: Model, { does, wire }: CallOf<'hold'>): Outcome {
  const refused = atDesk(model, wireWith(model, wire), does)
  return refused ? { refused } : 'done'
}

function wireWith(model: Model, id: string) {
  return model.wires.find((wire) => wire.id === id)
}
