/**
 * A complete loan for a test that cares about a few fields only. Fees, payments and the rail follow from amount, rate and term. Random
 * values depend only on the seed, the given fields and the loan's slot. Arithmetic uses whole numbers, so that every platform
 * gives the same loan. (§2.10)
 *
 * No such borrower can exist: names say so, social security numbers have area 666 (never assigned), telephone numbers are 555-0100 to
 * 555-0199 (reserved for fiction), mail is at example.com (RFC 2606), and ZIP codes are below 00100 (not in use).
 */
import { drawsOf } from '../kernel/identity.ts'
import { definedFields } from '../kernel/known.ts'
import { DAY, formatInstant } from '../kernel/time/instant.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'
import { decimalText, millionths, quotient } from './decimal.ts'
import type { LoanFields, LoanRail } from './loan.ts'

export function plausibleLoan({ world, assume }: Reading, slot: number, given: LoanFields): LoanFields {
  const draw = drawsOf(world.settings.seed, streams.loanFields, slot)
  const { DOB: BorrowerDOB, ...borrower } = fakePerson(draw)
  const { DOB: CoBorrowerDOB, ...coBorrower } = fakePerson(draw)
  const program = oneOf(draw, ['Prime', 'Near Prime', 'Home Improvement'])
  const made: LoanFields = {
    Id: given.Id,
    Status: given.Status,
    MPLId: given.MPLId,
    LoanNumber: `L-${String(100_001 + slot)}`,
    IssuingBankId: 'TBK',
    Platform: 'Test Platform',
    LoanType: 'Personal',
    BatchId: `B-${String(1 + Math.floor(slot / 100)).padStart(4, '0')}`,
    SubpoolId: `S-${1 + draw(4)}`,
    Program: program,
    StandardEntryTypeCode: 'PPD',
    ReceiverName: `${borrower.FirstName} ${borrower.LastName}`,
    AddendaRecord: 'Loan proceeds',
    MerchantName: 'Example Merchant',
    ...fieldsOf('Borrower', borrower),
    ...fieldsOf('CoBorrower', coBorrower),
    PriorLoanFlag: oneOf(draw, ['N', 'Y']),
    CreditGrade: oneOf(draw, ['A', 'B', 'C', 'D']),
    LoanPurpose: oneOf(draw, ['Debt consolidation', 'Home improvement', 'Medical', 'Auto repair']),
    Investor: 'Example Investor',
    Servicer: 'Example Servicing',
    HomeownerFlag: oneOf(draw, ['N', 'Y']),
    Employer: 'Example Employer',
    MLAFLAG: 'N',
    MAPR: 'N/A',
    ...customFields,
    ...dateFields(world),
    BorrowerDOB,
    CoBorrowerDOB,
    RateType: 1,
    FICO: 620 + draw(231),
    CoBorrowerFICO: 620 + draw(231),
    AssetClass: 1 + draw(5),
    OpenCreditLines: draw(15),
    AnnualIncome: 30_000 + 500 * draw(300),
    CreditInquiries12months: draw(5),
    DQPast24months: draw(3),
    PublicRecordsOnFile: draw(2),
    EmploymentLength: draw(30),
    AccountsOpenedPast24months: draw(6),
    CollectionsExcludingMedical: draw(2),
    MonthsSinceLastRecord: draw(120),
    SameDayFlag: draw(2),
    PPY: 12,
    PaymentFrequency: 1,
    InterestAccrualMethodDays: 365,
    ...moneyFields(draw, given),
    ...definedFields(given),
  }
  const rails = given.Rails ?? [{}]
  const railType = assume('loans.railType')
  const filled = rails.map((rail, index) => ({ ...plausibleRail(draw, made, index, railType), ...definedFields(rail) }))
  return { ...made, Rails: filled }
}

function fieldsOf(role: 'Borrower' | 'CoBorrower', person: object): LoanFields {
  return Object.fromEntries(Object.entries(person).map(([name, value]) => [role + name, value])) as LoanFields
}

const customFields = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`Field${index + 1}`, `Custom ${index + 1}`]),
) as LoanFields

/** Dates around the day on which the loan is added; a date without a time is written as midnight in UTC. */
function dateFields({ now, settings }: World): LoanFields {
  const inDays = (days: number) => new Date((Math.floor(now / DAY) + days) * DAY).toISOString()
  return {
    TimeStamp: formatInstant(now, settings.timeZone),
    Date: inDays(0),
    NoteDate: inDays(0),
    FICODate: inDays(-5),
    ApplicationDate: inDays(-4),
    RegBDecisionDate: inDays(-1),
    PurchaseDate: inDays(2),
    PaymentDueDate: inDays(30),
    RefundDate: inDays(30),
    FinalPaymentDate: inDays(1_095),
  }
}

/** Amount, rate and term, and the fields that follow from them: a fee, simple interest, equal payments and a final payment. */
function moneyFields(draw: Draw, given: LoanFields): LoanFields {
  const term = given.Term ?? oneOf(draw, [24, 36, 48, 60])
  const amount = given.LoanAmount ?? `${1_000 + 500 * draw(80)}`
  const rate = given.Rate ?? `${6 + draw(20)}.${oneOf(draw, ['25', '49', '75', '99'])}`
  const [borrowed, payments] = [millionths(amount), BigInt(term > 0 ? term : 1)]
  const fee = cents(borrowed, 3n, 100n)
  const interest = cents(borrowed * millionths(rate), payments, 1_200_000_000n)
  const total = borrowed + interest
  const payment = cents(total, 1n, payments)
  const net = decimalText(borrowed - fee)
  return {
    Term: term,
    Amortization: term,
    LoanAmount: amount,
    NetFunding: net,
    Rate: rate,
    APR: decimalText(millionths(rate) + 1_250_000n),
    ApprovedLoanAmount: amount,
    PeriodicPayment: decimalText(payment),
    OriginationFee: decimalText(fee),
    DebtUtilization: `0.${10 + draw(80)}`,
    TotalRevolvingDebt: `${100 * draw(300)}`,
    DTI: `0.${10 + draw(35)}`,
    MerchantFee: '0',
    RefundAmount: '0',
    AdjustedLoanAmount: amount,
    AdjustedNetFunding: net,
    AdjustedOriginationFee: decimalText(fee),
    AdjustedCurrentMonthlyPayment: decimalText(payment),
    AdjustedMerchantFee: '0',
    FinalPayment: decimalText(total - payment * (payments - 1n)),
    FinanceCharge: decimalText(interest + fee),
    TotalPayments: decimalText(total),
  }
}

/** A fraction of an amount, rounded to whole cents. The amount and the result are in millionths. */
function cents(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return quotient(amount * numerator, denominator * 10_000n) * 10_000n
}

/** The routing number has a valid check digit and an unassigned prefix. */
function plausibleRail(draw: Draw, loan: LoanFields, index: number, railType: string): LoanRail {
  return {
    ACHFields: {
      StandardEntryClassCode: 'PPD',
      TransactionType: 'Credit',
      ToRoutingNumber: '500000005',
      ToAccountType: 'Checking',
      ToAccountName: loan.ReceiverName,
      ToAccountNumber: `000${1_000_000 + draw(9_000_000)}`,
      Description: 'LOAN',
    },
    RailType: railType,
    Priority: index + 1,
    Amount: loan.NetFunding,
    LoanId: loan.Id,
    MPLId: loan.MPLId,
    IssuingBankId: loan.IssuingBankId,
    LoanType: loan.LoanType,
    IsFailed: false,
  }
}

/** Gives a random whole number, at least 0 and less than `bound`. */
type Draw = (bound: number) => number

/** The field names are those of a loan's borrower, without the word `Borrower`. */
function fakePerson(draw: Draw) {
  const [FirstName, LastName] = [oneOf(draw, firstNames), oneOf(draw, lastNames)]
  const born = Date.UTC(1950 + draw(50), draw(12), 1 + draw(28))
  return {
    FirstName,
    LastName,
    SSN: `666-${two(1 + draw(99))}-${String(1 + draw(9_999)).padStart(4, '0')}`,
    Address: `${1 + draw(999)} Example Street`,
    City: oneOf(draw, ['Exampleton', 'Sampleville', 'Testburg']),
    State: oneOf(draw, ['CA', 'FL', 'NY', 'OH', 'TX', 'WA']),
    Zip: `000${two(1 + draw(99))}`,
    Phone: `${oneOf(draw, ['202', '303', '404', '505'])}-555-01${two(draw(100))}`,
    Email: `${FirstName}.${LastName}.${draw(10_000)}@example.com`.toLowerCase(),
    DOB: new Date(born).toISOString(),
  }
}

function oneOf<Item>(draw: Draw, items: readonly [Item, ...Item[]]): Item {
  return items[draw(items.length)] as Item
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'June'] as const
const lastNames = ['Example', 'Fiction', 'Nobody', 'Placeholder', 'Sample', 'Specimen', 'Tester'] as const
