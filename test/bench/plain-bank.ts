/**
 * The limit: a bank as plain mutable JavaScript, of Maps and objects. It does the work that the library does for the same calls
 * (looks the key and the account up, reserves, posts, keeps a record, a timer and a journal entry with what happened), and nothing
 * that makes it a bank to test against: it checks no input, forks nothing, and its ids are counted.
 */
import type { TransactionRequest, WirePaymentRequest } from 'vostro'

interface Account {
  readonly accountNumber: string
  readonly title: string
  readonly openedAt: number
  status: string
  isImplicit: boolean
  beneficiary: null
  closedAt: number | null
  current: number
  reserved: number
  held: number
  transactionCount: number
}

interface PlainWire {
  readonly id: string
  readonly request: WirePaymentRequest
  readonly account: Account
  readonly createdAt: string
  readonly referenceId: string
  readonly senderReference: string
  readonly effectiveDate: string
  status: string
  transactionId: string | null
  batchId: string | null
  batchSequence: number | null
  sequence: number | null
  receivedAt: string | null
  completedAt: string | null
  lastModifiedAt: string | null
  postingCode: string | null
}

interface Restriction {
  readonly rail: string | null
  readonly transactionType: string | null
  readonly otherAccountType: string | null
  readonly transactionCode: string | null
  readonly amountThreshold: number | null
  readonly subAccountNumber: string | null
}

const US = { idCode: 'F', identifier: '012345672', name: 'VOSTRO TEST BANK' }
const PARTNER = { id: uuid(1), product: uuid(2) }

/** A plain mutable bank. */
export class PlainBank {
  readonly subledgers = new Map<string, Account>()
  readonly wires = new Map<string, PlainWire>()
  readonly restrictions: Restriction[] = []
  readonly transactions: object[] = []
  readonly events: object[] = []
  readonly journal: object[] = []
  now = 1_772_460_000_000
  private at = iso(this.now)
  readonly master: Account = this.account('2000000008', 'Master', true)
  private readonly answers = new Map<string, { body: string; answer: object }>()
  private readonly timers = new Map<number, PlainWire[]>()
  private readonly instants: number[] = []
  private waiting: PlainWire[] = []
  private sequence = 0

  /** A subledger, without a journal entry. */
  hold(accountNumber: string, title: string): Account {
    const account = this.account(accountNumber, title, false)
    this.subledgers.set(accountNumber, account)
    return account
  }

  open(accountNumber: string, title: string): object {
    const account = this.hold(accountNumber, title)
    const { at } = this
    const happenings = [{ at, what: 'subledger.opened', accountNumber, master: this.master.accountNumber, title }]
    this.journal.push({ at, actor: 'partner', operation: 'subledgers.create', input: { title }, happenings })
    return this.accountRecord(account)
  }

  createWire(request: WirePaymentRequest): object {
    const { at } = this
    const { accountNumber, amount, clientIdentifier } = request
    const body = clientIdentifier === undefined ? '' : JSON.stringify(request)
    if (clientIdentifier !== undefined) {
      const known = this.answers.get(clientIdentifier)
      if (known?.body === body) return known.answer
    }
    const account = this.find(accountNumber)
    const id = uuid(this.wires.size)
    const wire: PlainWire = {
      id,
      request,
      account,
      createdAt: at,
      referenceId: `W${id.slice(25)}`,
      senderReference: id.slice(20),
      effectiveDate: `${at.slice(0, 11)}00:00:00.000-05:00`,
      status: 'Created',
      transactionId: null,
      batchId: null,
      batchSequence: null,
      sequence: null,
      receivedAt: null,
      completedAt: null,
      lastModifiedAt: null,
      postingCode: null,
    }
    this.wires.set(id, wire)
    this.set(this.now + 5_000, wire)
    const answer = wireRecord(wire)
    if (clientIdentifier !== undefined) this.answers.set(clientIdentifier, { body, answer })
    const happenings = [{ at, what: 'wire.created', paymentId: id, accountNumber, direction: 'Outbound', amount }]
    this.journal.push({ at, actor: 'partner', operation: 'wires.create', input: request, happenings })
    return answer
  }

  getWire(id: string): object {
    return wireRecord(this.wires.get(id) as PlainWire)
  }

  getSubledger(accountNumber: string): object {
    return this.accountRecord(this.find(accountNumber))
  }

  listSubledgers(of: ReadonlyMap<string, Account> = this.subledgers): object[] {
    const found: object[] = []
    for (const account of of.values()) {
      found.push(this.accountRecord(account))
      if (found.length === 50) break
    }
    return found
  }

  post(request: TransactionRequest): object {
    const { at } = this
    const { accountNumber, amount, rail, transactionType, transactionCode } = request
    const account = this.find(accountNumber)
    const isDebit = transactionType === 'Debit'
    const isBlocked = this.restrictions.some((each) => blocks(each, request))
    const isPosted = !isBlocked && (!isDebit || this.master.current - this.master.reserved >= amount)
    if (isPosted) this.move(account, isDebit ? -amount : amount)
    const id = uuid(this.transactions.length)
    const transaction = {
      id,
      accountNumber,
      rail,
      transactionType,
      transactionCode,
      amount,
      currency: 'usd',
      status: isPosted ? 'Posted' : 'Rejected',
      postingCode: isPosted ? 'OK' : isBlocked ? 'RES' : 'NSF',
      createdAt: at,
      postedAt: at,
      partnerId: PARTNER.id,
    }
    this.transactions.push(transaction)
    const happenings = [{ at, what: 'transaction.posted', transactionId: id, accountNumber, transactionCode, amount }]
    this.journal.push({ at, actor: 'partner', operation: 'transactions.post', input: request, happenings })
    return { ...transaction }
  }

  /** Moves the clock: reviews first, then the batch. */
  advance(to: number): object[] {
    const happenings: object[] = []
    while ((this.instants[0] ?? Number.POSITIVE_INFINITY) <= to) {
      const at = this.instants.shift() as number
      const due = this.timers.get(at) ?? []
      this.timers.delete(at)
      this.show(at)
      for (const wire of due) this.review(wire, happenings)
    }
    this.show(to)
    this.journal.push({ at: this.at, actor: 'partner', operation: 'clock.advance', input: { to }, happenings })
    return happenings
  }

  /** Releases every wire that waits in one batch. */
  release(): object[] {
    const happenings: object[] = []
    const batchId = uuid(this.journal.length)
    const wires = this.waiting
    this.waiting = []
    const { at } = this
    happenings.push({ at, what: 'batch.released', batchId, wires: wires.length })
    for (const [index, wire] of wires.entries()) {
      const { amount, accountNumber } = wire.request
      const paymentId = wire.id
      wire.account.reserved -= amount
      this.master.reserved -= amount
      this.move(wire.account, -amount)
      const transactionId = uuid(this.transactions.length)
      this.transactions.push({
        id: transactionId,
        accountNumber,
        amount,
        rail: 'Wire',
        postingCode: 'OK',
        at,
        paymentId,
      })
      happenings.push({ at, what: 'money.posted', accountNumber, amount: -amount, paymentId })
      wire.batchId = batchId
      wire.batchSequence = index + 1
      wire.sequence = this.sequence += 2
      wire.receivedAt = at
      wire.completedAt = at
      wire.lastModifiedAt = at
      wire.transactionId = transactionId
      wire.postingCode = 'OK'
      wire.status = 'Completed'
      happenings.push({
        at,
        what: 'wire.moved',
        paymentId,
        accountNumber,
        direction: 'Outbound',
        amount,
        status: 'Completed',
      })
      const resources = [`wires/v1/payments/${paymentId}`]
      const eventId = uuid(this.events.length)
      this.events.push({ id: eventId, name: 'Wire.Payment.Sent', resources, createdAt: at })
      happenings.push({ at, what: 'event.emitted', eventId, eventName: 'Wire.Payment.Sent', resources })
    }
    this.journal.push({ at, actor: 'internal', operation: 'desk.releaseBatch', input: null, happenings })
    return happenings
  }

  /** A timer of its own, as a wire has it. */
  set(at: number, wire: PlainWire): void {
    const due = this.timers.get(at)
    if (due !== undefined) {
      due.push(wire)
      return
    }
    this.timers.set(at, [wire])
    let index = this.instants.length
    while (index > 0 && (this.instants[index - 1] as number) > at) index--
    this.instants.splice(index, 0, at)
  }

  private review(wire: PlainWire, happenings: object[]): void {
    const { at } = this
    const { amount, accountNumber } = wire.request
    const request = { rail: 'Wire', transactionType: 'Debit', transactionCode: 'Outgoing Wire', amount, accountNumber }
    if (this.restrictions.some((each) => blocks(each, request))) return
    if (this.master.current - this.master.reserved < amount) return
    wire.account.reserved += amount
    this.master.reserved += amount
    happenings.push({ at, what: 'money.reserved', accountNumber, amount, paymentId: wire.id })
    wire.status = 'Pending'
    wire.lastModifiedAt = at
    happenings.push({
      at,
      what: 'wire.moved',
      paymentId: wire.id,
      accountNumber,
      direction: 'Outbound',
      amount,
      status: 'Pending',
    })
    this.waiting.push(wire)
  }

  private move(account: Account, amount: number): void {
    account.current += amount
    account.transactionCount++
    this.master.current += amount
    this.master.transactionCount++
  }

  private find(accountNumber: string): Account {
    return accountNumber === this.master.accountNumber ? this.master : (this.subledgers.get(accountNumber) as Account)
  }

  private show(instant: number): void {
    this.now = instant
    this.at = iso(instant)
  }

  account(accountNumber: string, title: string, isImplicit: boolean): Account {
    return {
      accountNumber,
      isImplicit,
      title,
      beneficiary: null,
      status: 'Active',
      current: 0,
      reserved: 0,
      held: 0,
      transactionCount: 0,
      openedAt: this.now,
      closedAt: null,
    }
  }

  private accountRecord(account: Account): object {
    return {
      accountNumber: account.accountNumber,
      accountType: 'Deposit',
      status: account.status,
      ledgerType: 'Passthrough',
      title: account.title,
      currentBalance: account.current,
      availableBalance: account.current - account.reserved - account.held,
      holdAmount: account.held,
      transactionCount: account.transactionCount,
      openedAt: this.at,
      partnerId: PARTNER.id,
      masterAccountNumber: this.master.accountNumber,
    }
  }
}

/** The record of a wire: every field of the library's, from what the wire keeps ready. */
function wireRecord(wire: PlainWire): object {
  const { request, receivedAt, completedAt } = wire
  const { receiverRoutingNumber } = request
  const holder = { idCode: 'D', identifier: request.accountNumber, name: wire.account.title }
  const record: Record<string, unknown> = {
    id: wire.id,
    accountNumber: request.accountNumber,
    coreTransactionId: wire.transactionId ?? undefined,
    referenceId: wire.referenceId,
    fedBatchId: wire.batchId ?? undefined,
    fedBatchSequence: wire.batchSequence ?? undefined,
    direction: 'Outbound',
    paymentType: 'Transfer',
    source: 'Api',
    status: wire.status,
    posting: wire.transactionId === null ? 'Pending' : 'Posted',
    amount: request.amount,
    currency: 'usd',
    purpose: request.purpose,
    imad: wire.sequence === null ? undefined : accountability(wire, wire.sequence),
    omad: wire.sequence === null ? undefined : accountability(wire, wire.sequence + 1),
    businessFunctionCode: request.businessFunctionCode,
    typeCode: '1000',
    senderRoutingNumber: US.identifier,
    senderName: US.name,
    senderReference: wire.senderReference,
    receiverRoutingNumber,
    receiverName: `Institution ${receiverRoutingNumber}`,
    originatingFi: { ...US },
    originator: holder,
    beneficiaryFi: { idCode: 'F', identifier: receiverRoutingNumber, name: `Institution ${receiverRoutingNumber}` },
    beneficiary: { ...request.beneficiary },
    beneficiaryReference: request.beneficiaryReference,
    receiptDate: receivedAt === null ? undefined : receivedAt.slice(5, 7) + receivedAt.slice(8, 10),
    receiptTime: receivedAt === null ? undefined : receivedAt.slice(11, 13) + receivedAt.slice(14, 16),
    wasReversed: false,
    isInternational: false,
    createdAt: wire.createdAt,
    processedAt: completedAt ?? undefined,
    completedAt: completedAt ?? undefined,
    postedAt: completedAt ?? undefined,
    lastModifiedAt: wire.lastModifiedAt ?? undefined,
    effectiveDate: wire.effectiveDate,
    originalPaymentId: wire.id,
    partnerId: PARTNER.id,
    productId: PARTNER.product,
    postingCode: wire.postingCode ?? undefined,
  }
  return record
}

function accountability({ createdAt }: PlainWire, sequence: number): string {
  return `${createdAt.slice(0, 4)}${createdAt.slice(5, 7)}${createdAt.slice(8, 10)}SIMULATE${String(sequence).padStart(6, '0')}`
}

function blocks(
  restriction: Restriction,
  asked: { rail: string; transactionType: string; transactionCode: string; amount: number; accountNumber: string },
): boolean {
  const { rail, transactionType, transactionCode, otherAccountType, amountThreshold, subAccountNumber } = restriction
  return (
    (subAccountNumber === null || subAccountNumber === asked.accountNumber) &&
    (rail === null || rail === asked.rail) &&
    (transactionType === null || transactionType === asked.transactionType) &&
    otherAccountType === null &&
    (amountThreshold === null || asked.amount >= amountThreshold) &&
    (transactionCode === null || transactionCode === asked.transactionCode)
  )
}

/** A counted UUID. */
function uuid(count: number): string {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`
}

function iso(instant: number): string {
  return `${new Date(instant - 18_000_000).toISOString().slice(0, -1)}-05:00`
}
