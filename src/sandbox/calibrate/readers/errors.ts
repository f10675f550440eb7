/** How the services say no. (§7) */
import { isRecord } from '../../../core/kernel/json.ts'
import { isBanking, type Reader, type SeenExchange } from '../reader.ts'

/** Refusals of a call: of one that is too long, or one too many, a server before the service may tell in its own way. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 409, 422]

const isRefused = ({ status }: SeenExchange) => REFUSALS.includes(status)

/** The errors that a body of the banking API lists; undefined where it has another form. */
function errorsIn(body: unknown): { readonly code: number }[] | undefined {
  const errors = isRecord(body) ? body['errors'] : undefined
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  const isFormed = (each: unknown): each is { readonly code: number } =>
    isRecord(each) && Number.isSafeInteger(each['code']) && typeof each['message'] === 'string'
  return errors.every(isFormed) ? errors : undefined
}

/** How many fields a wire lacks that every one must have. */
function lacking({ endpoint, requestBody, status }: SeenExchange): number {
  if (endpoint !== 'createWire' || !isRecord(requestBody) || (status !== 400 && status !== 422)) return 0
  const names = ['accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary']
  return names.filter((name) => requestBody[name] === undefined).length
}

/** The codes that may come with a status. */
const ranges: readonly {
  readonly noun: string
  readonly of: readonly number[]
  readonly from: number
  readonly to: number
}[] = [
  { noun: 'of validation', of: [400, 422], from: 1_000, to: 2_999 },
  { noun: 'of rules', of: [404, 405, 409], from: 2_000, to: 2_999 },
  { noun: 'of security', of: [401, 403], from: 3_000, to: 3_999 },
]

export const errorReaders: readonly Reader[] = [
  {
    how: 'reads the bodies of what the banking API refused',
    tells: { 'errors.body': 'a wire was refused that lacks several fields' },
    read(seen, tell) {
      const refused = seen.using(seen.all.filter((exchange) => isBanking(exchange) && isRefused(exchange)))
      const other = refused.find(({ body }) => errorsIn(body) === undefined)
      const several = refused.filter((exchange) => lacking(exchange) > 1)
      if (other) {
        seen.using([other])
        tell.differs('errors.body', `an answer ${other.status} has no list of errors, each with code and message`)
      } else if (several.some(({ body }) => (errorsIn(body)?.length ?? 0) < 2)) {
        tell.differs('errors.body', 'of a wire that lacks several fields one problem was told')
      } else if (several.length > 0) {
        tell.agrees('errors.body', `all ${refused.length} refusals list their errors, each with code and message`)
      }
    },
  },
  {
    how: 'reads the codes in the bodies of what the banking API refused',
    tells: { 'errors.codes': 'calls were refused for their form, for a record that is not there, and for the token' },
    read(seen, tell) {
      const refused = seen.using(seen.all.filter((exchange) => isBanking(exchange) && isRefused(exchange)))
      const known = new Set<string>()
      for (const exchange of refused) {
        const range = ranges.find(({ of }) => of.includes(exchange.status))
        for (const { code } of range === undefined ? [] : (errorsIn(exchange.body) ?? [])) {
          if (range === undefined || code < range.from || code > range.to) {
            seen.using([exchange])
            return tell.differs('errors.codes', `an answer ${exchange.status} has the code ${code}`)
          }
          known.add(range.noun)
        }
      }
      if (known.size === ranges.length) tell.agrees('errors.codes', `refusals ${[...known].join(', ')} have such codes`)
    },
  },
  {
    how: 'reads the bodies of what the loan service refused',
    tells: { 'loans.errors': 'the loan service refused a call' },
    read(seen, tell) {
      const isLoans = ({ endpoint }: SeenExchange) => endpoint === 'getLoanSummary' || endpoint === 'getLoanEvents'
      const refused = seen.using(seen.all.filter((exchange) => isLoans(exchange) && isRefused(exchange)))
      if (refused.length === 0) return
      const other = refused.find(({ body }) => !isLoanError(body))
      if (other)
        tell.differs('loans.errors', `an answer ${other.status} has no ResponseStatus with ErrorCode and Message`)
      else
        tell.agrees('loans.errors', `all ${refused.length} refusals have a ResponseStatus with ErrorCode and Message`)
    },
  },
]

function isLoanError(body: unknown): boolean {
  const status = isRecord(body) ? body['ResponseStatus'] : undefined
  return isRecord(status) && typeof status['ErrorCode'] === 'string' && typeof status['Message'] === 'string'
}
