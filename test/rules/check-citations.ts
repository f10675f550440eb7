/**
 * Every numbered rule and every table row of the specification is cited by the title of at least one test. Titles are taken
 * from `vitest list`, so that those made by `it.each` count as they run.
 */
import { execFileSync } from 'node:child_process'

/** What must be cited: the citation in brackets, and for a table row the name of the row beside it. */
const wanted: { readonly citation: string; readonly row?: string }[] = [
  ...rules('§2.8', 7),
  ...rules('§2.9', 10),
  ...rules('§5', 7),
  ...numbered('§4 call', 10),
  ...rows('§2.1', 'grant_type client_id client_secret audience access_token expires_in token_type'),
  ...rows('§2.2', 'idCode identifier name address1 address2 address3'),
  ...rows(
    '§2.3',
    'accountNumber businessFunctionCode receiverRoutingNumber beneficiaryFi intermediaryFi beneficiary beneficiaryReference ' +
      'originatorToBeneficiary1 originatorToBeneficiary2 originatorToBeneficiary3 originatorToBeneficiary4 originator amount purpose clientIdentifier',
  ),
  ...rows(
    '§2.4',
    'id accountNumber coreTransactionId referenceId fedBatchId fedBatchSequence direction paymentType source status posting amount currency ' +
      'purpose imad omad businessFunctionCode typeCode senderRoutingNumber senderName senderReference receiverRoutingNumber receiverName ' +
      'originatingFi originator beneficiaryFi beneficiary beneficiaryReference receiptDate receiptTime wasReversed isInternational createdAt ' +
      'processedAt completedAt postedAt lastModifiedAt effectiveDate originalPaymentId partnerId productId postingCode',
  ),
  ...rows(
    '§2.5',
    'accountNumber originator businessFunctionCode senderRoutingNumber senderDiName originatorFi beneficiaryReference amount',
  ),
  ...rows('§2.6', 'partnerId eventName registrationType callbackUrl'),
  ...rows('§2.7', 'id eventName status partnerId createdAt resources details'),
  ...rows(
    '§2.8',
    'subAccountNumber appliesTo rail transactionType otherAccountType amountThreshold transactionCode reason notes type',
  ),
  ...rows(
    '§2.9',
    'masterAccountNumber title beneficiary referenceId entityName streetAddress1 streetAddress2 city state postalCode countryCode ' +
      'phoneNumber emailAddress notes',
  ),
  ...rows('§2.10', 'Offset Total Results Meta'),
  ...rows('§4 call 9', 'id Skip Take OrderBy OrderByDesc Include Meta jsconfig'),
  ...rows('§3', 'Created Pending Hold Completed'),
  ...rows(
    '§6',
    'Wire.Payment.Sent Wire.Payment.Received AdjustmentActionUpdate FundingAttemptComplete LoanStatusUpdated RailUpdated ComplianceLoanFailed',
  ),
  ...rows('§7', '401'),
  ...['§1', '§2.10', '§8', '§9'].map((citation) => ({ citation })),
]

const listing = execFileSync('npx', ['vitest', 'list', '--json', '--config', 'test/vitest.config.ts'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 64 * 1024 * 1024,
})
const listed = JSON.parse(listing.slice(listing.indexOf('['))) as { name: string; file: string }[]
// The examples of the documentation and the stories of the site are tests as a partner writes them: they cite nothing.
const titles = listed.filter(({ file }) => !/\/(docs\/examples|site\/stories)\//.test(file)).map(({ name }) => name)

const missing = wanted.filter(
  ({ citation, row }) => !titles.some((title) => cites(title, citation) && (!row || mentions(title, row))),
)
const uncited = titles.filter((title) => !/§\d/.test(title))
for (const { citation, row } of missing)
  process.stderr.write(`No test title cites ${citation}${row ? ` for ${row}` : ''}.\n`)
for (const title of uncited) process.stderr.write(`This title cites no section: ${title}\n`)
if (missing.length + uncited.length > 0) process.exit(1)
process.stdout.write(`${wanted.length} rules and rows of the specification are cited by ${titles.length} tests.\n`)

function rules(section: string, count: number) {
  return numbered(`${section} rule`, count)
}

function numbered(prefix: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({ citation: `${prefix} ${index + 1}` }))
}

function rows(citation: string, names: string) {
  return names.split(' ').map((row) => ({ citation, row }))
}

/** `[§2.9 rule 1]` is cited, `[§2.9 rule 10]` is another; `[§2.9]` is cited by its rules too. */
function cites(title: string, citation: string): boolean {
  return new RegExp(`\\[[^\\]]*${citation.replaceAll('.', '\\.')}(?![\\d.]*\\d)`).test(title)
}

function mentions(title: string, row: string): boolean {
  return new RegExp(`(^|[^\\w.])${row.replaceAll('.', '\\.')}($|[^\\w])`).test(title)
}
