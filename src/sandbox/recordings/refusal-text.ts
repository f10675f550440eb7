/**
 * The words of messages, such as those of a refusal, without what may be a secret or the data of a person: numbers, addresses, names, and
 * any text in quotes that is no word of the contract. (§5, §7)
 */
import { isRecord } from '../../core/kernel/json.ts'
import { pathShape } from './shape.ts'
import { isHarmless, vocabulary } from './vocabulary.ts'

const HIDDEN = '…'
/** The most messages of a body that are quoted, and the most characters of each. */
const [MOST, LONGEST] = [2, 200]

/** The status of a refusal, and its messages: `400 "purpose is required"`. */
export function refusalText({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const said = messagesIn(body).slice(0, MOST)
  return [status, ...said.map((text) => `"${plainText(text)}"`)].join(' ')
}

/** The message of an error of the partner's code. */
export const errorText = ({ name, message }: Error): string =>
  `${/^[A-Z]\w{0,39}$/.test(name) ? name : 'Error'}: ${plainText(message)}`

const MESSAGE = /^(message|detail|title|error|error_description|reason)$/i

/** The messages of the errors in a body of any form: of a list, in an envelope, of a problem (RFC 9457), or the text itself. */
function messagesIn(value: unknown, name = 'message'): string[] {
  if (typeof value === 'string') return MESSAGE.test(name) && !/^\s*<|^$/.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => messagesIn(each, ''))
  return isRecord(value) ? Object.entries(value).flatMap(([inner, each]) => messagesIn(each, inner)) : []
}

/** Words that messages write with a capital letter, besides those of the contract. A name has a capital letter, too. */
const TITLE: ReadonlySet<string> = new Set(
  'a account amount an and at bad blocked daily duplicate error exceeded for forbidden found funds in insufficient invalid is limit many maximum minimum missing not of on or payment per reached request required service suspected the to too unknown wire wires with'.split(
    ' ',
  ),
)

function plainText(text: string): string {
  const isOfLimit = /amount|limit|minimum|maximum/i.test(text)
  return text
    .slice(0, LONGEST)
    .replaceAll(/"([^"]*)"?/g, (quoted, inner: string) => (isOfContract(inner) ? quoted : HIDDEN))
    .replaceAll(/[^\s()[\]{},;…]+/g, (run, at: number, whole: string) => {
      const word = withoutMarks(run)
      if (word === '') return run
      const isFirst = at === 0 || /[.:;!?] $/.test(whole.slice(0, at))
      const isAlone = !/^ \p{Lu}/u.test(whole.slice(at + word.length))
      const isLimit = isOfLimit && /^\$?\d{1,8}(\.\d\d)?$/.test(word) && BEFORE_LIMIT.test(whole.slice(0, at))
      const shown =
        isLimit || isPlain(word, isFirst && isAlone) ? word : word.startsWith('/') ? pathShape(word) : HIDDEN
      return shown + run.slice(word.length)
    })
    .replaceAll(/…(?: …)+/g, HIDDEN)
}

/** The words before the number of a limit. */
const BEFORE_LIMIT = /\b(from|to|and|is|of|than|least|most|minimum|maximum|limit):? $/i

/** Without the marks of the sentence at its end. */
function withoutMarks(run: string): string {
  let length = run.length
  while (length > 0 && '.:!?'.includes(run[length - 1] as string)) length--
  return run.slice(0, length)
}

function isPlain(word: string, mayBeCapital: boolean): boolean {
  const isUsual = /^\p{Ll}[\p{Ll}'’-]{0,23}$|^\d{1,3}$/u.test(word) || TITLE.has(word.toLowerCase())
  return isUsual || (mayBeCapital && /^\p{Lu}\p{Ll}{0,23}$/u.test(word)) || isOfContract(word)
}

const isOfContract = (word: string): boolean =>
  word !== '' && (vocabulary().fields.has(word.toLowerCase()) || isHarmless(word, '') || METHOD.test(word))

const METHOD = /^(GET|POST|PUT|PATCH|DELETE)$/
