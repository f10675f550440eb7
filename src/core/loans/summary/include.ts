/** `Include`: the total and the aggregates of all matching loans, not only of those on the page, in exact decimals. (§4 call 9) */
import { decimalText, millionths, quotient } from '../decimal.ts'
import { fieldNamed, type Loan, type LoanField } from '../loan.ts'
import { compareKeys, type DateForm, keyReader, rowOf } from './field.ts'

export interface Include {
  /** Whether the caller wrote `Total`. The count is then in `Total`, and not repeated in `Meta`. */
  readonly isTotalNamed: boolean
  /** Whether the loans are counted: by `Total`, `COUNT` or `COUNT(*)`. */
  readonly isTotalWanted: boolean
  /** The aggregates by their names in `Meta`: the alias, or the caller's own text. */
  readonly aggregates: ReadonlyMap<string, Aggregate>
}

type Aggregate = (loans: readonly Loan[], form: DateForm) => string | undefined

interface Command {
  /** In upper case. */
  readonly name: string
  /** The name and its brackets, as the caller wrote them; `(*)` if brackets are missing. */
  readonly text: string
  /** The text in the brackets; `*` if they are empty. */
  readonly argument: string
  readonly alias: string | undefined
}

/** Reads `Total, COUNT(*), SUM(LoanAmount) as Lent …`, in upper or lower case. Unknown functions and fields are ignored. */
export function includeOf(text = ''): Include {
  const commands = text.split(',').flatMap((item) => commandOf(item) ?? [])
  const isTotalNamed = commands.some(({ name }) => name === 'TOTAL')
  const aggregates = new Map<string, Aggregate>()
  for (const command of commands) {
    const calculate = calculationOf(command)
    if (calculate === undefined || (isTotalNamed && isWholeCount(command) && command.alias === undefined)) continue
    aggregates.set(command.alias?.replace(/\W/g, '_') ?? command.text, calculate)
  }
  return { isTotalNamed, isTotalWanted: isTotalNamed || commands.some(isWholeCount), aggregates }
}

/** Reads a name, perhaps with a star or a field in brackets, and perhaps with an alias. Each blank counts once. */
function commandOf(item: string): Command | undefined {
  const words = item.split(/\s/).filter((word) => word !== '')
  const match = /^((\w+)(?: ?\( ?(\*|\w*) ?\))?)(?: (?:as )?(.+))?$/i.exec(words.join(' '))
  if (match === null) return undefined
  const [, text = '', name = '', argument, alias] = match
  return {
    name: name.toUpperCase(),
    text: argument === undefined ? `${name}(*)` : text,
    argument: argument || '*',
    alias,
  }
}

/** Whether a command counts loans, not values of a field. */
function isWholeCount({ name, argument }: Command): boolean {
  return name === 'COUNT' && argument === '*'
}

function calculationOf(command: Command): Aggregate | undefined {
  if (isWholeCount(command)) return (loans) => String(loans.length)
  const { name, argument } = command
  const field = fieldNamed(argument)
  const calculate = Object.hasOwn(calculations, name) ? calculations[name] : undefined
  if (field === undefined || calculate === undefined) return undefined
  return (loans, form) =>
    calculate(
      loans.filter((loan) => loan[field] !== undefined),
      field,
      form,
    )
}

type Calculation = (holders: readonly Loan[], field: LoanField, form: DateForm) => string | undefined

const calculations: Readonly<Record<string, Calculation>> = {
  COUNT: (holders) => String(holders.length),
  SUM: (holders, field) => writtenSum(holders, field, rowOf(field).sum),
  AVG: (holders, field) => writtenSum(holders, field, (sum) => decimalText(quotient(sum, BigInt(holders.length)))),
  MIN: (holders, field, form) => formatField(extreme(holders, field, -1), field, form),
  MAX: (holders, field, form) => formatField(extreme(holders, field, 1), field, form),
  FIRST: (holders, field, form) => formatField(holders[0], field, form),
  LAST: (holders, field, form) => formatField(holders.at(-1), field, form),
}

/** Returns what `write` makes of a sum in millionths; undefined if there are no loans, or if the field is no number. */
function writtenSum(holders: readonly Loan[], field: LoanField, write?: (sum: bigint) => string): string | undefined {
  if (holders.length === 0 || !rowOf(field).sum) return undefined
  return write?.(holders.reduce((sum, loan) => sum + millionths(String(loan[field])), 0n))
}

function extreme(holders: readonly Loan[], field: LoanField, sign: 1 | -1): Loan | undefined {
  const keyOf = keyReader(field)
  let best = holders[0]
  for (const loan of holders) {
    if (best !== undefined && compareKeys(keyOf(loan), keyOf(best)) * sign > 0) best = loan
  }
  return best
}

function formatField(loan: Loan | undefined, field: LoanField, form: DateForm): string | undefined {
  return loan && String(rowOf(field).write(loan[field] as string | number, form))
}
