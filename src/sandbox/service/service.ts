/** The real service, for one question about it: makes calls with a token, waits, and shares facts with the other questions. */

import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { HOUR, SECOND } from '../../core/kernel/time/instant.ts'
import { type Fields, fieldOf, hasNext, listIn, textIn } from './fields.ts'
import { Inconclusive, needed, Trouble } from './inconclusive.ts'
import { addressOf, type Bearer, type CallSettings, requestOf } from './request.ts'
import type { ServiceCredentials } from './service-options.ts'
import type { Sender, Session, SessionSettings } from './session.ts'
import { type Answer, callOf } from './traffic.ts'

/** A token is not used in its last milliseconds, because a request takes time to arrive. */
const MARGIN = 1_000
/** The lifetime in seconds of a token whose answer does not say it: after a 401, a new token is requested. */
const USUAL_LIFETIME = 3_600
/** The most pages that are read of a list. */
const MOST_PAGES = 40
/** The most milliseconds until a read or a list shows a change. */
export const A_WHILE = 5_000
/** The most tokens that are tried for one call. */
const MOST_TOKENS = 5

export class Service implements Sender {
  /** The exchanges that prove the answer to this question, as indexes in the session's list of exchanges. */
  readonly evidence: number[] = []
  /** The ids of the records that this question made. */
  readonly made: string[] = []
  /** How long this question may still wait, in milliseconds. */
  waitLeft: number
  isTidying = false
  /** What was still so at the last look. */
  waitsFor = 'nothing had changed'
  /** The text of the last refusal of a wire. */
  refusal = ''
  readonly options: SessionSettings
  readonly credentials: ServiceCredentials
  readonly urls: SessionSettings['urls']

  constructor(readonly session: Session) {
    this.options = session.options
    this.credentials = this.options.credentials
    this.urls = this.options.urls
    this.waitLeft = this.options.maxWait
  }

  /** A question reads this before it makes records, so that it makes none in vain. @throws {Inconclusive} if no account number was given */
  get accountNumber(): string {
    return needed(this.credentials.accountNumber, 'credentials.accountNumber')
  }

  /** Milliseconds since 1970, by the clock of the service. */
  now(): number {
    return this.options.clock.now()
  }

  /** @throws {Inconclusive} if the question may not wait that long */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds > this.waitLeft) throw new Inconclusive('the question may wait no longer (option maxWait)')
    this.waitLeft -= milliseconds
    await this.session.wait(milliseconds, this)
  }

  /** Finds a fact once for all questions. The exchanges that show it are evidence for each question that needs it. */
  async once<Value>(find: (service: Service) => Promise<Value>): Promise<Value> {
    const { found } = this.session
    let known = found.get(find)
    if (known === undefined) {
      const own = new Service(this.session)
      known = { value: find(own), evidence: own.evidence }
      found.set(find, known)
    }
    try {
      return (await known.value) as Value
    } catch (error) {
      // The next question tries to find the fact again.
      if (error instanceof Trouble) found.delete(find)
      throw error
    } finally {
      this.evidence.push(...known.evidence)
    }
  }

  /** Runs calls that remove records: they are sent even after the abort, or when the option `calls` is used up. */
  async tidy<Result>(act: () => Promise<Result>): Promise<Result> {
    const was = this.isTidying
    this.isTidying = true
    try {
      return await act()
    } finally {
      this.isTidying = was
    }
  }

  /** Makes a call of the endpoint table, with a token if the call needs one. */
  async ask(name: EndpointName, asked: CallSettings = {}): Promise<Answer> {
    const { isSecured, method } = endpoints[name]
    // If the address cannot be made, this throws. Otherwise a token would be requested in vain.
    this.urlOf(name, asked)
    const { lag, changedAt } = this.session
    // Waits until reads show the last change. This does not count against `waitLeft`.
    if (method === 'GET' && lag > 0) await this.session.wait(changedAt + lag - this.now(), this)
    if (!isSecured) return await this.send(name, asked)
    const send = (authorization: Bearer) => this.send(name, { ...asked, headers: { authorization, ...asked.headers } })
    return await this.#authorized(send)
  }

  /**
   * Makes a call, and again with a new token if the service refuses the first token, or if a token expires on the way.
   *
   * @throws {Inconclusive} if each token expires before the service accepts the call
   */
  async #authorized(send: (authorization: Bearer) => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; tries <= MOST_TOKENS; tries++) {
      const used = { text: '', until: 0 }
      const answer = await send(async () => {
        const { text } = Object.assign(used, await this.token())
        return `Bearer ${text}`
      })
      if (answer.status !== 401 || (tries > 1 && this.now() < used.until)) return answer
      this.session.token = undefined
    }
    throw new Inconclusive('each token expired before the service accepted its call')
  }

  /** Makes a call without a token. */
  async send(name: EndpointName, asked: CallSettings = {}): Promise<Answer> {
    const { method } = endpoints[name]
    const isRepeatable = name === 'requestToken' || method !== 'POST'
    try {
      const url = this.urlOf(name, asked)
      return await this.session.send(() => requestOf(method, url, asked), this, isRepeatable)
    } finally {
      // A request without an answer may have changed something, too.
      if (method !== 'GET') this.session.changedAt = this.now()
    }
  }

  urlOf(name: EndpointName, asked: CallSettings = {}): string {
    return addressOf(this.urls, name, asked)
  }

  /** A page of a list. A service may refuse pages of the size that is asked for: then of its own size. */
  async #page(name: EndpointName, asked: CallSettings, page: number): Promise<Answer> {
    const { session } = this
    const pageNumber = String(page)
    const first = await this.ask(name, { ...asked, query: { ...asked.query, pageNumber, ...session.pageSize } })
    if (!(first.status === 400 || first.status === 422) || !('pageSize' in session.pageSize)) return first
    const answer = await this.ask(name, { ...asked, query: { ...asked.query, pageNumber } })
    if (answer.isDone) session.pageSize = {}
    return answer
  }

  /** The pages of a list, one by one. @throws {Inconclusive} if the call is refused, the answer is no list, or pages cannot be read */
  async *pages(name: EndpointName, asked: CallSettings = {}): AsyncGenerator<readonly Fields[]> {
    const call = callOf({ method: 'GET', url: this.urlOf(name, asked) })
    let [before, read] = ['', 0]
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { isDone, status, body } = await this.#page(name, asked, page)
      const records = isDone ? listIn(body) : undefined
      if (records === undefined) {
        throw new Inconclusive(
          `${call} was answered ${status}${isDone ? ', without an array of records, and without a page that has one' : ''}`,
        )
      }
      const isRepeated = JSON.stringify(records) === before
      const goesOn = hasNext(body, isRepeated ? read : read + records.length)
      // Where pages do not say whether others follow, the last one is empty, or is the page before again.
      if (isRepeated && goesOn)
        throw new Inconclusive(`${call} was answered with the same page again, though it has more`)
      if (!isRepeated) yield records
      if (!(goesOn ?? (!isRepeated && records.length > 0))) return
      ;[before, read] = [JSON.stringify(records), read + records.length]
    }
    throw new Inconclusive(`${name} has more than ${MOST_PAGES} pages`)
  }

  /** Every record of a list. @throws {Inconclusive} as `pages` */
  async all(name: EndpointName, asked: CallSettings = {}): Promise<Fields[]> {
    const all: Fields[] = []
    for await (const page of this.pages(name, asked)) all.push(...page)
    return all
  }

  /** Reads a record; after a 404, reads it again for a while. @throws {Inconclusive} if the record cannot be read */
  async read(name: EndpointName, parameters: Fields): Promise<Fields> {
    let answer!: Answer
    const look = async () => {
      answer = await this.ask(name, { parameters })
      return answer.status !== 404 || undefined
    }
    await this.until(look, { most: A_WHILE })
    const { record, status } = answer
    if (record === undefined) throw new Inconclusive(`reading a record by ${name} was answered ${status}`)
    this.waitsFor = `a wire was still ${record['status']}`
    return record
  }

  /** The current token; a new one if there is none, or if the current token is about to expire. */
  async token() {
    const { token: known } = this.session
    if (known !== undefined && this.now() < known.until - MARGIN) return known
    // The lifetime of the new token begins after this instant.
    const asked = this.now()
    const { status, body } = await this.send('requestToken', { body: this.tokenRequest() })
    const text = textIn(body, 'access_token')
    const lifetime = fieldOf(body, 'expires_in') ?? USUAL_LIFETIME
    if (text === undefined) {
      throw new Inconclusive(
        `the token server answered ${status} without an access_token: look at credentials.clientId, credentials.clientSecret and credentials.audience`,
      )
    }
    this.session.token = { text, until: asked + Number(lifetime) * 1_000 }
    return this.session.token
  }

  tokenRequest(): Record<string, string> {
    const { clientId, clientSecret, audience = '' } = this.credentials
    const request = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    return audience === '' ? request : { ...request, audience }
  }

  /**
   * Calls `look` with ever longer pauses until it returns a value. Returns undefined if none comes within `most` milliseconds. In
   * the first hour no pause is longer than `pause`.
   *
   * @throws {Inconclusive} if the question may wait no longer
   */
  async until<Found>(
    look: () => Promise<Found | undefined> | Found | undefined,
    { most = Number.POSITIVE_INFINITY, pause = most }: { most?: number; pause?: number } = {},
  ): Promise<Found | undefined> {
    let waited = 0
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (waited >= most) return undefined
      const next = Math.min(pauseAfter(waited), waited < HOUR ? pause : most, most - waited, this.waitLeft)
      if (next <= 0) {
        throw new Inconclusive(
          `${this.waitsFor} after ${this.options.maxWait / SECOND} s: run near a batch, or with a longer wait (option maxWait)`,
        )
      }
      await this.wait(next)
      waited += next
    }
  }
}

/** The pause until the next look: half of the time waited so far, or a tenth after an hour; at least a second. */
const pauseAfter = (waited: number) => Math.max(Math.ceil(waited * (waited < HOUR ? 0.5 : 0.1)), SECOND)
