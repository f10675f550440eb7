/** Helpers for questions that send requests: whether the service accepted them. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { fieldOf, listIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { agreesIf, ask, is, type Manner, type Question, type Verdict, type VerdictOn } from './question.ts'

export const NO_ID = '00000000-0000-4000-8000-000000000000'

export const isDone = (answer: Answer): boolean => answer.isDone

/** Whether a call was refused because of its content. */
export const isRefused = ({ status }: Answer): boolean => status === 400 || status === 409 || status === 422

export const isListed = ({ isDone, body }: Answer): boolean => isDone && listIn(body) !== undefined

/** Lists wires. @throws {Inconclusive} if the list is refused, because then the answer to a changed call shows nothing */
export async function listing(service: Service): Promise<Answer> {
  const answer = await service.ask('listWires')
  if (!isListed(answer)) for await (const _ of service.pages('listWires')) break
  return answer
}

/** Statuses whose cause is not the content of the request, but a missing permission or too many requests, for example. */
const NOT_OF_THE_REQUEST: readonly number[] = [401, 403, 405, 408, 429]

/** @throws {Inconclusive} if the cause of the status is not the content of the request */
export function isAccepted({ isDone, status }: Answer, what: string): boolean {
  if (isDone) return true
  if (status < 400 || status >= 500 || NOT_OF_THE_REQUEST.includes(status)) {
    throw new Inconclusive(`${what} was answered ${status}`)
  }
  return false
}

/** @throws {Inconclusive} if a request was refused in its unchanged form, because then the refusal of a changed one shows nothing */
export function control<Control extends Answer>(answer: Control, what: string): Control {
  if (!answer.isDone) throw new Inconclusive(`${what} was answered ${answer.status}`)
  return answer
}

/** The status and the messages of a refusal. Long numbers are hidden, because they may be account numbers. */
export function refusalText({ status, body }: Answer): string {
  const errors = fieldOf(body, 'errors')
  const said = [...(Array.isArray(errors) ? errors : []).map((each) => textIn(each, 'message')), ...sayings(body)]
  const words = said.flatMap((text) => text ?? []).slice(0, MOST_SAID)
  const short = words.map((text) => text.slice(0, LONGEST_SAID).replace(/\d{6,}/g, '…'))
  return [status, ...short.map((text) => `"${text}"`)].join(' ')
}

const [MOST_SAID, LONGEST_SAID] = [2, 200]
const sayings = (body: unknown) => ['detail', 'message', 'error'].map((name) => textIn(body, name))

/** Requests, each under its description. */
export type Requests = Readonly<Record<string, (service: Service) => Promise<Answer>>>

export type Judge<Id extends AssumptionId> = (seen: string, ...answers: Answer[]) => VerdictOn<Id>

/** A question that sends requests one by one and judges their answers. */
export const sends = <Id extends AssumptionId>(
  judge: Judge<Id>,
  requests: Requests,
  manner: Partial<Manner> = {},
): Question<Id> =>
  ask({
    how: `sends ${Object.keys(requests).join(', and ')}`,
    ...manner,
    async of(service) {
      const answers: [words: string, answer: Answer][] = []
      for (const [words, send] of Object.entries(requests)) answers.push([words, await send(service)])
      const seen = answers.map(([words, answer]) => `${words} was answered ${wordsOf(answer)}`)
      return judge(seen.join(', '), ...answers.map(([, answer]) => answer))
    },
  })

/** The status of an answer, and the text in its field `error`, if there is one: `403 access_denied`. */
const wordsOf = ({ status, body }: Answer) => [status, textIn(body, 'error') ?? []].flat().join(' ')

/**
 * Judges that a service agrees if the last answers match `expected` one by one: a status (`404`), a status with its error
 * (`403 access_denied`), or a test of the answer.
 */
export const agreesWith =
  (...expected: readonly (string | ((answer: Answer) => boolean))[]) =>
  (seen: string, ...answers: Answer[]): Verdict<never> => {
    const own = answers.slice(-expected.length)
    const isSo = expected.map((each) =>
      typeof each === 'string' ? (answer: Answer) => [String(answer.status), wordsOf(answer)].includes(each) : each,
    )
    return agreesIf(
      own.every((answer, place) => isSo[place]?.(answer)),
      seen,
    )
  }

/** Judges that the value is `done` if the last request succeeded, otherwise `not`. */
export const isDoneOr =
  <const Value>(done: Value, not: Value) =>
  (seen: string, ...answers: Answer[]): Verdict<Value> =>
    is(answers.at(-1)?.isDone ? done : not, seen)
