/**
 * The assumption catalogue: every place that the specification leaves open, what this bank does there, and why.
 *
 * `published`: publicly known of the service, of the US wire network or of the framework behind the loan service.
 * `assumed`: nobody knows; we chose. An entry with allowed values is changed by `createBank({ assume: { id: value } })`;
 * a `fixed` one describes a shape, and a test that needs another answers that endpoint with a handler of its own.
 */
import { type Allowed, choice, fixed, list, optional, text, whole } from './allowed.ts'

/** One entry of the catalogue. */
export interface Assumption<Value = unknown> {
  /** The section of the specification that leaves it open. */
  readonly section: string
  /** What the specification does not say. */
  readonly open: string
  /** What the bank does unless told otherwise. */
  readonly default: Value
  readonly allowed: Allowed<Value>
  readonly provenance: 'published' | 'assumed'
  /** Why this default. */
  readonly why: string
}

const entry = <Value>(
  section: string,
  provenance: 'published' | 'assumed',
  allowed: Allowed<Value>,
  open: string,
  why: string,
): Assumption<Value> => ({ section, open, default: allowed.default, allowed, provenance, why })

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

// biome-ignore format: read it as a table
/** The catalogue, by id. */
export const assumptions = {
  // Tokens and errors
  'tokens.lifetimeSeconds': entry('§8', 'published', whole(86_400, 1, 31_536_000),
    'how long a token lasts', 'the sample response shows 86400'),
  'tokens.audience': entry('§5', 'assumed', choice('shared', 'perService'),
    'which services one audience opens', 'the specification has one audience and nothing says that the loan service has another; `perService` refuses a token at the service that it is not for'),
  'tokens.withoutAudience': entry('§2.1', 'published', choice('everything', 'refused'),
    'whether a token request may leave the audience out', 'published pages list none for some services, and clients of the service send none: the token is for all that the client may do'),
  'tokens.scope': entry('§2.1', 'published', fixed('accepted, changes nothing'),
    'what the scope of a token request does', 'OAuth libraries send one; left out it means all scopes of the client'),
  'tokens.errors': entry('§7', 'published', fixed('an OAuth 2.0 error object; 401 access_denied for a wrong client'),
    'what the token server answers when it refuses', 'it is an OAuth client-credentials server (RFC 6749 §5.2)'),
  'errors.body': entry('§7', 'published', fixed('{"errors":[{"code":1000,"message":"…"}]}, every problem listed'),
    'the body of an error', 'the published reference shows it'),
  'errors.codes': entry('§7', 'published', fixed('1000–1999 validation, 2000–2999 rule, 3000–3999 security, 9999 system'),
    'other status codes and error codes', 'the ranges are published; the codes within them are ours'),
  'errors.blockedTransaction': entry('§7', 'published', fixed('no HTTP error: the payment ends in Rejected with posting code RES'),
    'what a transaction blocked by a restriction answers', 'a block is a refusal of the posting, not of the request'),
  'errors.unknownFields': entry('§4', 'assumed', choice('ignored', 'refused'),
    'what happens to a field that no schema knows', 'services of this kind read what they know; refuse them to find typos'),
  'http.requestId': entry('§4', 'published', choice('sent', 'omitted'),
    'which headers an answer carries', 'every answer of the service carries request-id'),
  'http.cors': entry('§4', 'assumed', choice('sent', 'omitted'),
    'whether a page in a browser may call', 'a request with an Origin, which only browsers and their imitations send, is answered so that they let it through'),
  'http.paths': entry('§4', 'assumed', fixed('case and a slash at the end do not matter'),
    'how exactly a path must be written', 'wires and Wires are both seen'),
  'http.unknownCalls': entry('§7', 'assumed', fixed('404 for a path, 405 for a method, with the nearest call named'),
    'what a call answers that nobody documented', 'a test wants to know what it should have called'),
  'http.foreignRecords': entry('§7', 'assumed', fixed('404, as if they did not exist'),
    'what a partner gets that asks for the record of another', 'nothing is learned from the answer'),
  'limits.rate': entry('§8', 'assumed', fixed('none'), 'rate limits', 'no numbers are published'),
  'limits.amountMinimum': entry('§8', 'assumed', whole(1, 1, Number.MAX_SAFE_INTEGER),
    'the smallest wire, in minor units', 'a wire of nothing moves nothing'),
  'limits.amountMaximum': entry('§8', 'published', whole(999_999_999_999, 1, Number.MAX_SAFE_INTEGER, [9_999_999_999]),
    'the largest wire, in minor units', 'the wire network carries twelve digits'),
  'versioning.versions': entry('§9', 'assumed', fixed('v1 only, no negotiation'),
    'further versions, their negotiation and deprecation', 'no other version is documented'),

  // Idempotency
  'idempotency.header': entry('§4', 'published', text('idempotency-key', /^[a-z0-9-]+$/, 'a lower-case header name'),
    'the name of the header', 'the published reference names it'),
  'idempotency.retentionDays': entry('§8', 'published', whole(7, 0, 3_650),
    'how long a key is remembered', 'the published reference says seven days'),
  'idempotency.keyLength': entry('§4', 'published', whole(50, 1, 1_000, [36]),
    'how long a key may be', 'the published reference says fifty characters'),
  'idempotency.scope': entry('§4', 'published', fixed('one partner and call; refusals are not remembered'),
    'what a key stands for', 'the same endpoint, body and key; a refusal may be mended and sent again'),
  'idempotency.changedBody': entry('§4', 'published', choice('processed', 'refused'),
    'the same key with another body', 'a duplicate is the same endpoint, body and key; anything else is new'),
  'idempotency.clientIdentifier': entry('§2.3', 'assumed', choice('replayed', 'ignored'),
    'how clientIdentifier is used for idempotency handling', 'the specification names that purpose, so a repeat with the same body gives the first answer'),

  // Wire requests and records
  'wires.requiredFields': entry('§2.3', 'published', fixed('accountNumber, businessFunctionCode, receiverRoutingNumber, beneficiary (idCode, identifier, name), amount'),
    'which request fields are mandatory', 'the published reference marks these'),
  'wires.businessFunctionCodes': entry('§2.3', 'published', choice('listed', 'any'),
    'the list of business function codes', 'the network has eleven: BTR CKS CTP CTR DEP DRB DRC DRW FFR FFS SVC'),
  'wires.intermediary': entry('§2.3', 'published', fixed('a party object named intermediaryFi'),
    'the nesting of the intermediary institution', 'the published reference shows it'),
  'wires.originatorToBeneficiary': entry('§2.3', 'published', fixed('originatorToBeneficiary1 to originatorToBeneficiary4'),
    'the names of the four originator-to-beneficiary fields', 'the published reference shows them'),
  'wires.originator': entry('§2.3', 'assumed', choice('enforced', 'ignored'),
    'whether an originator other than the originating account is refused', 'the specification says what it is, when supplied'),
  'wires.routingNumberCheck': entry('§2.3', 'assumed', choice('enforced', 'ignored'),
    'whether a routing number with a wrong check digit is refused', 'the network has no such institution'),
  'wires.fieldLengths': entry('§2.2', 'published', choice('enforced', 'ignored'),
    'how long names, identifiers, address lines and references may be', 'the wire format has fixed widths: 35, 34, 35 and 16, and fills address lines in order'),
  'wires.party': entry('§2.2', 'published', fixed('B, C, D, F, T or U'),
    'the idCode values beside D and F', 'the codes of the wire format'),
  'wires.source': entry('§2.4', 'assumed', choice('Api', 'API'), 'which spelling of source appears', 'both are seen'),
  'wires.reference': entry('§2.4', 'published', fixed('referenceId: W and 11 letters or digits; senderReference: 16'),
    'the form of the references', 'a wire reference begins with W; a sender reference has at most sixteen'),
  'wires.imadSource': entry('§2.4', 'published', text('SIMULATE', /^[A-Z0-9]{8}$/, 'eight capital letters or digits'),
    'the source and destination in imad and omad', 'the sandbox of the service writes this word; one counter serves both'),
  'wires.receiptTime': entry('§2.4', 'assumed', choice('acceptance', 'creation'),
    'when receiptDate and receiptTime appear', 'the network stamps them when it accepts the message'),
  'wires.postingCode': entry('§2.4', 'assumed', choice('decided', 'created'),
    'when postingCode appears', 'it is the outcome of the posting, so it appears with it; `created` shows OK from the start'),
  'wires.institutionNames': entry('§2.4', 'assumed', fixed('Institution and the routing number, where the request names none'),
    'where receiverName comes from', 'a directory of real banks has no place in a test'),
  'bank.routingNumber': entry('§2.4', 'assumed', text('012345672', /^\d{9}$/, 'nine digits'),
    "the bank's own routing number", 'a number with a right check digit that is assigned to nobody'),
  'bank.name': entry('§2.4', 'assumed', text('VOSTRO TEST BANK', /^.{1,35}$/, 'one to 35 characters'),
    "the bank's own name", 'a name that nobody bears'),

  // Wire lifecycle
  'wires.creationChecks': entry('§3', 'published', fixed('the shape, the account and the amount; the rest at review'),
    'what is checked before a wire is Created', 'funds are tried after the payment was accepted'),
  'wires.postingOrder': entry('§2.4', 'assumed', fixed('status of the account, policy, restrictions, money; the first refusal counts'),
    'which posting code stands where several apply', 'from what is always so to what may change'),
  'wires.reviewSeconds': entry('§3', 'assumed', whole(5, 0, 2_592_000),
    'when a wire leaves Created', 'known to be brief, without a figure'),
  'wires.reviewOutcome': entry('§3', 'published', choice('Pending', 'Hold'),
    'whether review ends in Hold or Pending', 'with funds taken and a clear scan a wire is Pending; Hold is for the operations team'),
  'wires.holdMinutes': entry('§3', 'assumed', optional(whole(60, 0, 43_200), null),
    'when a wire leaves Hold', 'people decide that: bank.desk.approve() or reject(); a number clears it by itself'),
  'wires.restrictionCheck': entry('§2.8', 'assumed', choice('review', 'release'),
    'what a restriction does to a wire that waits on Hold or Pending',
    'nothing: all is checked at review, when the funds are reserved; `release` checks status, policy and restrictions again as the batch goes out. An inbound wire is checked when it is posted'),
  'wires.batchTimes': entry('§8', 'assumed', list(['10:00', '12:00', '14:00', '16:00', '18:45'], WALL_TIME, 'wall times HH:MM, ascending'),
    'the times of the batches', 'several times per day, the last at the cut-off of the network'),
  'wires.cutOff': entry('§2.4', 'published', text('18:45', WALL_TIME, 'a wall time HH:MM'),
    'until when effectiveDate is the same day', 'the customer cut-off of the wire network'),
  'wires.holidays': entry('§3', 'published', choice('federal', 'none'),
    'which days are bank holidays', 'the wire network closes on the eleven Federal Reserve holidays'),
  'wires.acknowledgementSeconds': entry('§3', 'assumed', whole(0, 0, 86_400),
    'how long the central bank takes to acknowledge', 'the specification shows release and acknowledgement as one step; meanwhile a wire is Processing'),
  'wires.rejected': entry('§3', 'published', fixed('status Rejected, posting Pending, postingCode the reason'),
    'what becomes of a wire that cannot be posted', 'published final state; RES, NSF, CLS, INA … are published codes'),
  'wires.canceling': entry('§3', 'published', fixed('outbound, from Hold or Pending, ends in Canceled'),
    'whether a partner can withdraw a wire', 'published call of the wire service'),
  'wires.inboundSeconds': entry('§3', 'assumed', whole(60, 0, 2_592_000),
    'when an inbound wire leaves Hold', 'posted as soon as the account allows'),
  'wires.inboundAcceptance': entry('§2.4', 'assumed', fixed('at the simulation, on any day: imad, omad, receiptDate, receiptTime, effectiveDate of that day'),
    'when the network data of an inbound wire appear', 'the network accepted it before the bank received it; a simulation needs no open network'),
  'wires.reversing': entry('§3', 'assumed', fixed('bank.desk.reverse() returns the money and sets wasReversed'),
    'what sets wasReversed', 'no transition is shown'),

  // Restrictions
  'restrictions.appliesTo': entry('§2.8', 'published', fixed('All, Account, SubAccounts or SubAccount'),
    'the other two values of appliesTo', 'Account is published; of the third two spellings are seen'),
  'restrictions.values': entry('§2.8', 'published', choice('listed', 'any'),
    'the names of rails, account types and transaction codes, and the credit value', 'the published ones are accepted: Wire, Rtp, Check …; Credit'),
  'restrictions.record': entry('§2.8', 'assumed', fixed('the request with id, accountNumber, type and createdAt'),
    'the fields of a returned restriction', 'what a client needs to find it again'),
  'restrictions.type': entry('§2.8', 'assumed', fixed('type, set from the user; a request that names the other one is refused'),
    'the body field of the restriction type', 'the shortest name'),
  'restrictions.management': entry('§4', 'published', fixed('GET a page, PUT what changes, DELETE; PUT and DELETE answer with the record'),
    'how restrictions are listed, modified and removed', 'DELETE is published, the other two are formed like the calls of webhooks'),
  'policies.form': entry('§2.8', 'assumed', fixed('a list of rail, transactionType and transactionCode; what none allows is refused with RES'),
    'the form of a restriction policy', 'the vocabulary of restrictions, turned round; each partner has one product'),

  // Holds and transactions
  'holds.record': entry('§2.8', 'assumed', fixed('bank.holds and bank.desk.holds; no call of the API is known'),
    'how holds are placed, seen and released', 'only their existence and the Partner/Internal division are specified'),
  'holds.beyondAvailable': entry('§2.8', 'assumed', choice('allowed', 'refused'),
    'a hold on more money than is available', 'a court order does not ask what is there; less than nothing is available then'),
  'transactions.record': entry('§2.8', 'assumed', fixed('one on each account of the bank; refused ones are kept as Rejected with their posting code'),
    'how transactions on other rails are recorded', 'a blocked transaction is a rejection of the posting, not of the call'),
  'transactions.internalRail': entry('§2.8', 'assumed', fixed('rail Internal, which no restriction can name; without another account the other side is a GeneralLedger account'),
    'the rail and the other account of fees and book transfers', 'they leave no bank; block them by transactionCode or otherAccountType'),
  'transactions.transfer': entry('§2.9', 'published', fixed('debitAccountNumber, creditAccountNumber, amount; the answer is the transaction on the debit account'),
    'the book transfer between accounts', 'the published reference has the request; its answer is not known'),

  // Subledgers and accounts
  'subledgers.record': entry('§2.9', 'published', fixed('accountNumber to partnerId, see Subledger'),
    'the record that comes back', 'the published reference lists its fields'),
  'subledgers.titleLength': entry('§2.9', 'published', choice('enforced', 'ignored'),
    'how long a title may be', 'the published reference says 255 characters'),
  'subledgers.ledgerType': entry('§2.9', 'assumed', choice('Passthrough', 'Direct'),
    'which type a master account has unless it says so', 'the bank sets it up per program'),
  'subledgers.readiness': entry('§2.9', 'assumed', fixed('at once'),
    'how many seconds a new subledger takes', 'usually within seconds is not a figure to build on'),
  'subledgers.implicitListed': entry('§4', 'assumed', choice('no', 'yes'),
    'whether the list names the implicit subledger', 'it was never created; get(masterNumber) shows it'),
  'subledgers.listQuery': entry('§4', 'published', fixed('pageNumber, pageSize, masterAccountNumber; a page of results; both path forms'),
    'the path prefix, parameters and answer of the list', 'published lists are paged like this'),
  'paging.pageSize': entry('§4', 'published', whole(10, 1, 50), 'records on a page unless asked', 'lists of the service show ten'),
  'paging.order': entry('§4', 'assumed', fixed('the order in which the records were made'),
    'the order of a list', 'it does not change while a client pages'),
  'accounts.statuses': entry('§2.9', 'published', fixed('Active, Closed CLS, Inactive INA, Dormant DRM, Escheatment ESC, ChargeOff CHR'),
    'the states of an account and what each refuses', 'published states and posting codes'),
  'accounts.number': entry('§2.9', 'published', fixed('2, eight digits and a Luhn digit'),
    'the form of a master account number', 'seen in the published reference'),

  // Webhooks and events
  'webhooks.record': entry('§2.6', 'published', fixed('id, partnerId, eventName, callbackUrl, consecutiveErrors, status, type, format'),
    'the registration record that comes back', 'the published reference shows it'),
  'webhooks.typeField': entry('§2.6', 'published', fixed('registrationType or type; Push or Poll'),
    'whether the reference name of the field is accepted', 'tutorials and reference differ'),
  'webhooks.duplicate': entry('§2.6', 'published', choice('refused', 'replaced'),
    'a second registration for one event name', 'there is one per event name and partner'),
  'webhooks.eventNames': entry('§6', 'assumed', choice('any', 'listed'),
    'whether a registration for an unknown event is refused', 'the full list is not known'),
  'webhooks.delivery': entry('§6', 'assumed', fixed('in the order of the events, unsigned, captured where nothing is connected'),
    'ordering and signature checks of pushes', 'a failed one does not stop those that follow; sign them in bank.webhooks.connect()'),
  'webhooks.success': entry('§6', 'published', choice('200', '2xx'),
    'which answers to a push count as success', 'the published reference names 200'),
  'webhooks.retries': entry('§6', 'published', whole(3, 0, 100),
    'how often a failed push is tried again', 'the published reference says three times'),
  'webhooks.retrySeconds': entry('§6', 'published', whole(45, 0, 86_400),
    'how long after a failure a push is tried again', 'the published reference says 30 to 60 seconds'),
  'webhooks.timeoutSeconds': entry('§6', 'assumed', whole(30, 1, 86_400),
    'how long the bank waits for the answer to a push', 'a common figure of HTTP clients'),
  'webhooks.restart': entry('§6', 'published', fixed('Suspended after the last try; a restart tries the oldest event, and its success sends the rest'),
    'what becomes of a registration whose pushes fail', 'the published reference: events queue up, and queued ones go first'),
  'webhooks.poll': entry('§6', 'assumed', fixed('a page of events not polled before, oldest first; each is handed out once'),
    'how events are polled', 'the call is published, its answer is not'),
  'webhooks.aggregationSeconds': entry('§6', 'published', optional(whole(30, 1, 3_600), null),
    'whether one notification names many resources', 'the published reference gathers for about 30 seconds; one by one is easier to test'),
  'webhooks.callback': entry('§2.7', 'assumed', fixed('the MSW handlers answer 200 and record it'),
    'what a callback address answers in a test', 'the partner may have no server in the test'),
  'webhooks.management': entry('§4', 'published', fixed('GET, PUT and DELETE of a registration, PUT restart and ping, GET of an event'),
    'how registrations are listed or removed', 'published calls, not in the specification'),
  'events.details': entry('§6', 'published', fixed('empty in the Basic format; in the Extended one the fields of each wire, amounts as texts'),
    'the contents of details', 'the published reference shows them for Wire.Payment.Sent'),
  'events.wires': entry('§6', 'published', choice('registered', 'always', 'never'),
    'wire events beside Sent and Received', 'Rejected, Canceled and Processed are published; they are emitted to whoever registered for them'),
  'events.subledgers': entry('§6', 'published', choice('registered', 'always', 'never'),
    'the names of subledger events', 'Core.SubAccount.Opened, .Status.Changed, .Closed and .Title.Changed are published'),
  'events.restrictions': entry('§6', 'published', choice('registered', 'always', 'never'),
    'events of restrictions', 'Core.Restriction.Placed and .Removed are published'),
  'events.transactions': entry('§6', 'published', choice('registered', 'always', 'never'),
    'events of transactions', 'Core.Transaction.Completed and Core.Activity.Posted are published; both name the transaction here'),

  // Loans
  'loans.fields': entry('§2.10', 'assumed', fixed('any value of its type; bank.loans.add() fills what is not given with plausible ones'),
    'the meaning and allowed values of the loan fields', 'not documented'),
  'loans.mplId': entry('§2.10', 'published', text('TST', /^[A-Z]{3}$/, 'three capital letters'),
    'the MPLId of a loan that names none', 'three letters are published; these stand for a test'),
  'loans.statuses': entry('§3', 'published', fixed('Received 1 to AwaitingFunding 11, InReverse 80, … NotFullyFunded 104; a loan begins as Received'),
    'the other loan status values', 'published with their numbers'),
  'loans.moves': entry('§3', 'assumed', choice('listed', 'any'),
    'the transitions between loan statuses', 'the happy path to Funded is published; where else a loan can go is what its statuses suggest'),
  'loans.stepSeconds': entry('§3', 'assumed', optional(whole(60, 0, 31_536_000), null),
    'when a loan moves on by itself, on its way to Funded', 'nobody knows how long a lender takes; a number lets each loan take a step after so many seconds'),
  'loans.funding': entry('§6', 'assumed', fixed('every rail in order of priority, later only those that failed; Funded, or NotFullyFunded where one fails'),
    'what a funding attempt does', 'the event says that it completed, not how'),
  'loans.adjustments': entry('§6', 'assumed', fixed('any change of details in Funded, AccountingEntriesComplete, ReadyToSell, Sold or Settled'),
    'which changes count as made after funding', 'these are the statuses in which the money is out'),
  'loans.take': entry('§8', 'assumed', optional(whole(100, 1, 10_000), null),
    'how many loans come without Take, and at most', 'no limit is documented, so there is none'),
  'loans.total': entry('§2.10', 'published', choice('included', 'always'),
    'when Total is set', 'the framework counts only where Include asks for Total or a COUNT; otherwise it is 0'),
  'loans.meta': entry('§2.10', 'published', choice('always', 'omittedWithTotal'),
    'whether Meta is there with Include=Total', 'the envelope has a Meta; the framework leaves it out where Total alone is included'),
  'loans.filters': entry('§4', 'published', fixed('any scalar field, exactly; names in any case; an unknown name is ignored'),
    'which parameters beside id filter', "the framework's convention"),
  'loans.order': entry('§4', 'published', fixed('several fields at commas or semicolons, in any case, - reverses one; OrderBy wins; with Skip or Take alone the Id'),
    'how fields to order by are written', "the framework's convention"),
  'loans.comparing': entry('§4', 'assumed', fixed('texts by code unit; no value comes first; the Id decides between equals; a filter that cannot be read as the type of its field finds nothing'),
    'how values are compared', 'the collation of the database is not known; pages must not overlap'),
  'loans.aggregates': entry('§4', 'published', fixed('Total, and AVG COUNT FIRST LAST MAX MIN SUM in Meta as texts, with aliases; of all that match; others are ignored'),
    'which aggregates Include knows', "the framework's convention"),
  'loans.metaParameter': entry('§4', 'assumed', fixed('accepted, changes nothing'),
    'what the parameter Meta does', 'the framework hands it to extensions, and none is documented'),
  'loans.jsconfig': entry('§4', 'published', fixed('dh: to dcjsc iso8601 iso8601do iso8601dt rfc1123 ut utm; eccn, elun, inv, edv; others are ignored'),
    'what jsconfig knows beside dh:ut', "the framework's convention; -0000 is an offset that is not known"),
  'loans.deprecatedSince': entry('§9', 'assumed', text('@1704067200', /^@-?\d{1,12}$/, '"@" and Unix seconds'),
    'since when the summary is deprecated, as the Deprecation header (RFC 9745) of its answers says', 'that it is deprecated is specified, the date is not: 1 January 2024'),
  'loans.errors': entry('§7', 'published', fixed('{"ResponseStatus":{"ErrorCode","Message","Errors"}}'),
    'the error body of the loan service', "the framework's form"),
  'loans.retrySeconds': entry('§6', 'published', whole(300, 0, 86_400),
    'how long after a failure the push of a loan event is tried again', 'five minutes, three times'),
  'loans.calls': entry('§4', 'assumed', fixed('not served'),
    'the loan webhook registration call and /FundingInfo', 'named, but not documented'),
  'loans.registration': entry('§4', 'assumed', fixed('the registration of the banking API, by the name of the event'),
    'how a partner registers for a loan event', "the loan service's own call is not documented"),
  'loans.eventPayloads': entry('§6', 'published', fixed('{"MPLId","Ignore","content"}, with the published contents; Id is 0'),
    'the payloads of LoanStatusUpdated, RailUpdated and ComplianceLoanFailed', 'published, that of RailUpdated in part'),
  'loans.otherPayloads': entry('§6', 'assumed', fixed('the same, with Id, LoanId, TimeStamp, and FundResult or the names of the changed Fields'),
    'the payloads of FundingAttemptComplete and AdjustmentActionUpdate', 'unknown; made like the others'),
} as const

/** The id of an entry of the catalogue. */
export type AssumptionId = keyof typeof assumptions

/** The value of each assumption. */
export type AssumptionValues = {
  readonly [Id in AssumptionId]: (typeof assumptions)[Id] extends Assumption<infer Value> ? Value : never
}

/** What `createBank({ assume })` takes: other values for some of the catalogue. */
export type AssumptionOverrides = Partial<AssumptionValues>
