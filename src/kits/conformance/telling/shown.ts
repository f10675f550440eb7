/**
 * Values as a report shows them: a difference must be seen, and nothing else: no secret, no name, no number of an account. What is not
 * known to be harmless is told by its kind.
 */
import { textOf } from '../../../core/option-check.ts'
import type { Counterparts, SideName } from '../comparing/counterparts.ts'
import { instantOf, isSentence } from '../comparing/forms.ts'
import { ABSENT, type Parting } from '../comparing/parting.ts'
import type { Call } from '../sides/side.ts'

/** Fields whose texts are words of the contract, or of an institution. */
const plain: ReadonlySet<string> = new Set(
  (
    'status posting direction paymentType source currency typeCode businessFunctionCode postingCode token_type error ErrorCode ' +
    'eventName type format registrationType accountType ledgerType appliesTo rail transactionType transactionCode otherAccountType ' +
    'idCode senderName senderRoutingNumber receiverRoutingNumber Status RailType MPLId grant_types_supported'
  ).split(' '),
)
const WORD = /^[\p{L}\p{N} .,:&/_-]{0,40}$/u

/** What one side has at a difference. */
export function shownOf(parting: Parting, side: SideName, counterparts: Counterparts): string {
  const { words, place, path } = parting
  if (words) return words[side]
  const value = parting[side]
  if (value === ABSENT) return 'absent'
  if (place === 'ending') return value === undefined ? 'no error' : endingText(value)
  if (place === 'status' || place === 'headers') return textOf(value)
  if (typeof value === 'string') return counterparts.labelOf(side, value) ?? textShown(path, value, side, counterparts)
  if (typeof value === 'number') return isOfAPerson(path) ? '<number>' : textOf(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return `{ ${Object.keys(value).slice(0, 5).join(', ')} }`
  return value === undefined ? 'nothing' : textOf(value)
}

/** The loan service has data of persons in most of its fields. */
const isOfAPerson = (path: readonly string[]): boolean => path[0] === 'Results'

function textShown(path: readonly string[], value: string, side: SideName, counterparts: Counterparts): string {
  // The name of the field itself, where the text is one of several.
  const field = path.findLast((name) => !/^\d+$/.test(name)) ?? ''
  if (plain.has(field) && WORD.test(value)) return textOf(value)
  if (instantOf(field, value) !== undefined && !isOfAPerson(path)) return textOf(value)
  const named = counterparts.named(side, value)
  // A path of the service, say, with names in it for what it is of.
  if (/<[a-z]+( \d+)?>/i.test(named) && !/\d{5}/.test(named) && WORD.test(named.replace(/<[^>]*>/g, '')))
    return textOf(named)
  return value === '' ? '""' : `<text of ${value.length}>`
}

const endingText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : textOf(error)

/** So much of a message is shown. */
const MOST = 300

/** A message of the partner's with nothing in it of what was sent and answered but words of the contract. */
export function masked(message: string, calls: readonly Call[], secrets: readonly string[]): string {
  const texts = calls.flatMap(({ requestBody, body }) => [...privateTexts('', requestBody), ...privateTexts('', body)])
  const hidden = [...new Set([...secrets, ...texts])].filter((text) => text.length > 3)
  const bare = hidden
    .sort((one, other) => other.length - one.length)
    .reduce((rest, text) => rest.replaceAll(text, '<text>'), message)
    .replaceAll(/[\w.+-]+@[\w.-]+/g, '<address>')
    .replaceAll(/[\w~+/-]{24,}=*/g, '<text>')
    .replaceAll(/\d{6,}/g, '<number>')
  return bare.length > MOST ? `${bare.slice(0, MOST)}…` : bare
}

function privateTexts(field: string, value: unknown): string[] {
  if (typeof value === 'string') return plain.has(field) || isSentence(field) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((each) => privateTexts(field, each))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => privateTexts(name, each))
}
