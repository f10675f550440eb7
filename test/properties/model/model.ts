/**
 * The reference model: what a bank's books must say, as a bookkeeper without any system would keep them. Plain maps and
 * objects that change in place and can be cloned; every sum is added up anew whenever somebody asks. It is written from the
 * specification (§2.8, §2.9, §3) and the assumption catalogue, and takes nothing from the source but public types.
 */
import type {
  AccountStatus,
  AllowedActivity,
  AppliesTo,
  LedgerType,
  PostingCode,
  Rail,
  RejectionCode,
  TransactionType,
} from 'vostro'

/** What was chosen of the things that the specification leaves open. */
export interface Rules {
  /** Milliseconds between two batches where it is a number. */
  release: 'manual' | 'instant' | number
  restrictionCheck: 'review' | 'release'
  reviewOutcome: 'Pending' | 'Hold'
  holdMinutes: number | null
  acknowledgementSeconds: number
  beyondAvailable: 'allowed' | 'refused'
}

export interface Model {
  readonly rules: Rules
  readonly start: number
  now: number
  readonly partners: Partner[]
  /** By number. The entry of a master's number is its implicit subledger; the master is the sum of all that name it. */
  readonly accounts: Map<string, Account>
  readonly restrictions: Restriction[]
  readonly holds: Hold[]
  readonly wires: Wire[]
  readonly transactions: Transaction[]
  /** What is due, in the order in which it was set. */
  readonly timers: Timer[]
  /** Approved wires, in the order of approval. */
  waiting: Wire[]
  isReleasePlanned: boolean
  /** The first answer to each request that carried a client identifier. */
  readonly remembered: Map<string, Outcome>
}

/** How a call ended: `done`, with a posting code, or with the bank's "no". */
export type Outcome = 'done' | { readonly postingCode: string } | { readonly refused: RejectionCode | 'usage' }

interface Partner {
  id: string
  productId: string
  policy: AllowedActivity[] | null
}

export interface Account {
  number: string
  master: string
  partnerId: string
  ledgerType: LedgerType
  status: AccountStatus
  current: number
  reserved: number
  held: number
  transactionCount: number
}

export interface Criteria {
  subAccountNumber: string | null
  appliesTo: AppliesTo
  rail: string | null
  transactionType: string | null
  otherAccountType: string | null
  amountThreshold: number | null
  transactionCode: string | null
}

export interface Restriction {
  id: string
  master: string
  type: 'Partner' | 'Internal'
  criteria: Criteria
  isRemoved: boolean
}

interface Hold {
  id: string
  account: string
  amount: number
  type: 'Partner' | 'Internal'
  isReleased: boolean
}

export interface Activity {
  account: string
  other: string | null
  rail: Rail
  transactionType: TransactionType
  transactionCode: string
  amount: number
}

interface Transaction extends Activity {
  partnerId: string
  postingCode: PostingCode
}

export interface Wire {
  id: string
  direction: 'Outbound' | 'Inbound'
  account: string
  amount: number
  status: 'Created' | 'Hold' | 'Pending' | 'Processing' | 'Completed' | 'Rejected' | 'Canceled'
  postingCode: PostingCode | null
  isReserved: boolean
  isHeldByDesk: boolean
  wasReversed: boolean
}

export type Timer = { at: number } & (
  | { what: 'review' | 'clear' | 'postInbound'; wire: Wire }
  | { what: 'release' }
  | { what: 'acknowledge'; wires: Wire[] }
)

/** A model of a bank with nobody in it. */
export function newModel(rules: Rules, now: number): Model {
  return {
    rules,
    start: now,
    now,
    partners: [],
    accounts: new Map(),
    restrictions: [],
    holds: [],
    wires: [],
    transactions: [],
    timers: [],
    waiting: [],
    isReleasePlanned: false,
    remembered: new Map(),
  }
}

/** An account that is there. */
export function accountAt(model: Model, number: string): Account {
  const account = model.accounts.get(number)
  if (account === undefined) throw new Error(`The model has no account ${number}.`)
  return account
}

/** A master's subledgers, the implicit one included. */
function partsOf(model: Model, master: string): Account[] {
  return [...model.accounts.values()].filter((account) => account.master === master)
}

/** What can be taken from an account: on a direct ledger what it has itself, otherwise what its master has (§2.9 rule 7). */
export function spendable(model: Model, number: string): number {
  const account = accountAt(model, number)
  const deciding = account.ledgerType === 'Direct' ? [account] : partsOf(model, account.master)
  return deciding.reduce((sum, { current, reserved, held }) => sum + current - reserved - held, 0)
}

/** What one account shows of its money. */
export interface Balance {
  status?: string
  current: number
  available: number
  held: number
  transactionCount: number
}

/** Every balance of every account: `master 2…` and `subledger 2…` or `subledger 3…`. */
export function balancesIn(model: Model): Record<string, Balance> {
  const found: Record<string, Balance> = {}
  for (const account of model.accounts.values()) {
    found[`subledger ${account.number}`] = sumOf([account])
    if (account.number !== account.master) continue
    found[`master ${account.number}`] = { ...sumOf(partsOf(model, account.number)), status: account.status }
  }
  return found
}

function sumOf(parts: readonly Account[]): Balance {
  const balance = { current: 0, available: 0, held: 0, transactionCount: 0 }
  for (const { current, reserved, held, transactionCount } of parts) {
    balance.current += current
    balance.available += current - reserved - held
    balance.held += held
    balance.transactionCount += transactionCount
  }
  return balance
}
