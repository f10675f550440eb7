/** The client of the control API: reads the list of calls from the OpenAPI document, and makes calls. (§4) */

/** The part of JSON Schema from which forms are made. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
}

/** A call of the control API, as the OpenAPI document describes it. */
export interface Call {
  readonly operationId: string
  readonly method: string
  /** The path below the URL of the control API. `{id}` is a parameter. */
  readonly path: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly description: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> }
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
  /** The line of a test that does the same. */
  readonly 'x-function'?: string
}

interface Body {
  readonly schema: Schema
  readonly example?: object
}

export const bodyOf = ({ requestBody }: Call): Body | undefined => requestBody?.content['application/json']

/** The input of a call: the parameters of its path and query, by name, and its body. */
export interface Given {
  readonly named: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Answered {
  readonly isDone: boolean
  /** The body of the answer, parsed if it is JSON, or the message of a refusal. */
  readonly value: unknown
}

export interface ListedBank {
  readonly url: string
  readonly name: string
}

/** The path of the stream of messages, below the URL of the control API. */
export const MESSAGES = '/trace/events'

export class Control {
  readonly url: string

  /** @param follow - the URL of the stream of messages, which begins with the URL of the control API */
  constructor(
    follow: string,
    readonly token: string | undefined,
  ) {
    this.url = follow.slice(0, -MESSAGES.length)
  }

  async calls(): Promise<readonly Call[]> {
    const { isDone, value } = await this.ask(readOpenApi)
    if (!isDone) return []
    return Object.entries((value as { paths: Record<string, Record<string, Call>> }).paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, call]) =>
        isForPeople(call) ? [{ ...call, method: method.toUpperCase(), path: path === '/' ? '' : path }] : [],
      ),
    )
  }

  /** All banks of the server, with the URLs of their control APIs. */
  async banks(): Promise<readonly ListedBank[]> {
    const server = this.url.replace(/\/banks\/[^/]+$/, '')
    const { isDone, value } = await new Control(server + MESSAGES, this.token).ask({ method: 'GET', path: '/banks' })
    const others = isDone ? (value as readonly { readonly id: string; readonly name?: string }[]) : []
    const listed = others.map(({ id, name = `Bank ${id}` }) => ({ url: `${server}/banks/${id}`, name }))
    return [{ url: server, name: 'The first bank' }, ...listed]
  }

  async ask(call: Asked, given: Given = { named: {} }): Promise<Answered> {
    const { method, path } = call
    const body = given.body === undefined ? null : JSON.stringify(given.body)
    try {
      const response = await this.fetch(pathOf(call, given), { method, body })
      const text = await response.text()
      const value = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
      return { isDone: response.ok, value: response.ok ? value : value.error.message }
    } catch (cause) {
      return { isDone: false, value: `Failed to call "${method} ${path}": ${cause}. See whether the server runs.` }
    }
  }

  fetch(path: string, init: RequestInit): Promise<Response> {
    const headers: Record<string, string> = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }
    return fetch(this.url + path, { ...init, headers, cache: 'no-store', credentials: 'omit' })
  }

  /** Returns the call as a curl command, with an environment variable in place of the token. */
  curlOf(call: Asked, given: Given): string {
    const body = given.body === undefined ? '' : ` -d ${quoted(JSON.stringify(given.body))}`
    const token = this.token === undefined ? '' : ' -H "authorization: Bearer $VOSTRO_CONTROL_TOKEN"'
    return `curl -X ${call.method} ${quoted(this.url + pathOf(call, given))}${token}${body}`
  }
}

type Asked = Pick<Call, 'method' | 'path' | 'parameters'>

const readOpenApi: Asked = { method: 'GET', path: '/openapi.json' }

/** Leaves out calls that return a page or an endless stream, and `servers`, which the document lists among the calls of a path. */
function isForPeople({ operationId, tags, responses }: Partial<Call>): boolean {
  const [type = ''] = Object.keys(responses?.['200']?.content ?? {})
  return tags?.includes('control') === true && !/html|event-stream/.test(type) && operationId !== 'readOpenApi'
}

function pathOf({ path, parameters = [] }: Asked, { named }: Given): string {
  const inQuery = parameters.filter((each) => each.in === 'query' && named[each.name] !== undefined)
  const query = new URLSearchParams(inQuery.map(({ name }) => [name, String(named[name])]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name] ?? '')))
  return query.size > 0 ? `${filled}?${query}` : filled
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
