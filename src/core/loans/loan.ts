/** The loan record of the loan service, field by field. (§2.10) */
import type { AssumptionId } from '../assumptions/catalogue.ts'
import { keysOf } from '../kernel/keys.ts'
import type { Open } from '../kernel/known.ts'
import type { LoanStatus } from './loan-status.ts'

/** The scalar fields by kind, in the order in which they are written. */
// biome-ignore format: as the specification groups them
export const loanFieldsByKind = {
  text: [
    'Status', 'Id', 'MPLId', 'LoanNumber', 'IssuingBankId', 'Platform', 'LoanType', 'BatchId', 'SubpoolId', 'Program',
    'StandardEntryTypeCode', 'ReceiverName', 'AddendaRecord', 'MerchantName',
    'BorrowerFirstName', 'BorrowerLastName', 'BorrowerSSN', 'BorrowerAddress', 'BorrowerCity', 'BorrowerState', 'BorrowerZip',
    'BorrowerPhone', 'BorrowerEmail',
    'CoBorrowerFirstName', 'CoBorrowerLastName', 'CoBorrowerSSN', 'CoBorrowerAddress', 'CoBorrowerCity', 'CoBorrowerState',
    'CoBorrowerZip', 'CoBorrowerPhone', 'CoBorrowerEmail',
    'PriorLoanFlag', 'CreditGrade', 'LoanPurpose', 'Investor', 'Servicer', 'HomeownerFlag', 'Employer', 'MLAFLAG', 'MAPR',
    'Field1', 'Field2', 'Field3', 'Field4', 'Field5', 'Field6', 'Field7', 'Field8', 'Field9', 'Field10',
    'Field11', 'Field12', 'Field13', 'Field14', 'Field15', 'Field16', 'Field17', 'Field18', 'Field19', 'Field20',
  ],
  /** ISO 8601 with an offset in the function API, `/Date(<ms><offset>)/` over HTTP. */
  date: [
    'TimeStamp', 'Date', 'NoteDate', 'BorrowerDOB', 'CoBorrowerDOB', 'FICODate', 'ApplicationDate', 'RegBDecisionDate',
    'PurchaseDate', 'PaymentDueDate', 'RefundDate', 'FinalPaymentDate',
  ],
  integer: [
    'Amortization', 'Term', 'RateType', 'FICO', 'CoBorrowerFICO', 'AssetClass', 'OpenCreditLines', 'AnnualIncome',
    'CreditInquiries12months', 'DQPast24months', 'PublicRecordsOnFile', 'EmploymentLength', 'AccountsOpenedPast24months',
    'CollectionsExcludingMedical', 'MonthsSinceLastRecord', 'SameDayFlag', 'PPY', 'PaymentFrequency', 'InterestAccrualMethodDays',
  ],
  /** Texts with six places, so that no digit is lost. */
  decimal: [
    'LoanAmount', 'NetFunding', 'Rate', 'APR', 'ApprovedLoanAmount', 'PeriodicPayment', 'OriginationFee', 'DebtUtilization',
    'TotalRevolvingDebt', 'DTI', 'MerchantFee', 'RefundAmount', 'AdjustedLoanAmount', 'AdjustedNetFunding',
    'AdjustedOriginationFee', 'AdjustedCurrentMonthlyPayment', 'AdjustedMerchantFee', 'FinalPayment', 'FinanceCharge',
    'TotalPayments',
  ],
} as const
export type FieldKind = keyof typeof loanFieldsByKind

export const achFieldNames = [
  'StandardEntryClassCode',
  'TransactionType',
  'ToRoutingNumber',
  'ToAccountType',
  'ToAccountName',
  'ToAccountNumber',
  'Description',
] as const

export const railStrings = ['Id', 'RailType', 'LoanId', 'MPLId', 'IssuingBankId', 'LoanType'] as const

type OptionalFields<Names extends readonly string[], Value> = { [Name in Names[number]]?: Value | undefined }

/** One rail of a loan's funding. */
export interface LoanRail extends OptionalFields<typeof railStrings, string> {
  /** The account to which the rail pays. */
  ACHFields?: OptionalFields<typeof achFieldNames, string> | undefined
  Priority?: number | undefined
  /** Decimal text. */
  Amount?: string | undefined
  IsFailed?: boolean | undefined
}

/** The fields of a loan, all optional: give those that your test is about. */
export type LoanFields = Omit<OptionalFields<typeof loanFieldsByKind.text, string>, 'Status'> &
  OptionalFields<typeof loanFieldsByKind.date, string> &
  OptionalFields<typeof loanFieldsByKind.integer, number> &
  OptionalFields<typeof loanFieldsByKind.decimal, string> & {
    Status?: Open<LoanStatus> | undefined
    Rails?: LoanRail[] | undefined
  }

/** A stored loan: it has an `Id` and a `Status`; its dates are ISO 8601 texts, and its decimals are texts with six places. */
export type Loan = Omit<LoanFields, 'Id' | 'Status'> & { Id: string; Status: Open<LoanStatus> }

/** Changes to a loan's details. A missing field keeps its value. Other operations change the status. */
export type LoanChanges = Omit<LoanFields, 'Id' | 'Status'>

export type LoanField = (typeof loanFieldsByKind)[FieldKind][number]

/** Every scalar field. */
export const loanFields: readonly LoanField[] = Object.values(loanFieldsByKind).flat()

const kinds: ReadonlyMap<string, FieldKind> = new Map(
  keysOf(loanFieldsByKind).flatMap((kind) => loanFieldsByKind[kind].map((field) => [field, kind] as const)),
)
const fieldsByLowerCase: ReadonlyMap<string, LoanField> = new Map(
  loanFields.map((field) => [field.toLowerCase(), field]),
)

/** Undefined for a name that is no scalar field. */
export const kindOfField = (name: string): FieldKind | undefined => kinds.get(name)

/** The name may be in upper or lower case. */
export const fieldNamed = (name: string): LoanField | undefined => fieldsByLowerCase.get(name.toLowerCase())

/** The loan events, in the order in which `GetEvents` lists them (§4 call 10), each with what it rests on. */
export const loanEvents = {
  AdjustmentActionUpdate: ['loans.registration', 'loans.otherPayloads', 'loans.adjustments'],
  FundingAttemptComplete: ['loans.registration', 'loans.otherPayloads'],
  LoanStatusUpdated: ['loans.registration', 'loans.eventPayloads'],
  RailUpdated: ['loans.registration', 'loans.eventPayloads'],
  ComplianceLoanFailed: ['loans.registration', 'loans.eventPayloads'],
} as const satisfies { readonly [name: string]: readonly AssumptionId[] }

export const loanEventNames = keysOf(loanEvents)

export const isLoanEvent = (name: string): name is keyof typeof loanEvents => Object.hasOwn(loanEvents, name)
