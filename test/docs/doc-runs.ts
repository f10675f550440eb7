/** Real runs of a bank, from which the reference pages take their requests, answers and events. The same seed gives the same pages. */
import { createBank } from 'vostro'
import { runCalls, runEvents } from './doc-tables.ts'

/** One call of the reference page: what was sent, and what came back, as text. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers: readonly string[]
  readonly body: string | undefined
  readonly status: number
  readonly answer: string
}

/** Makes every call of the endpoint table, and returns the last successful exchange of each call, by its name. */
export async function runEveryCall(): Promise<ReadonlyMap<string, Exchange>> {
  const good = (await runCalls(createBank({ seed: 7 }))).filter(({ status }) => status < 400)
  return new Map(
    good.map(({ endpoint, headers, body, answer, ...exchange }) => [
      endpoint ?? '',
      {
        ...exchange,
        headers: Object.entries(headers).map(
          ([name, value]) => `${name}: ${value.replace(/Bearer .*/, 'Bearer <access_token>')}`,
        ),
        body: body === undefined ? undefined : pretty(body),
        answer: pretty(answer),
      },
    ]),
  )
}

/** What the bank pushes, by the name of the event. */
export function runEveryEvent(names: readonly string[]): ReadonlyMap<string, string> {
  const bodies = runEvents(createBank({ seed: 7 }), names)
  const missing = names.filter((name) => !bodies.has(name))
  if (missing.length > 0) {
    throw new Error(
      `Failed to find a push of ${missing.join(', ')}. Cause each of these events in src/openapi/runs/events.ts.`,
    )
  }
  return new Map([...bodies].map(([name, body]) => [name, pretty(JSON.stringify(body))]))
}

/** JSON with a member on each line; numbers stay as they are written, such as 12500.000000. */
function pretty(json: string): string {
  let depth = 0
  const breakLine = () => `\n${'  '.repeat(depth)}`
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[{]|[\]}]|,|:/g, (token) => {
    if (token === ',') return `,${breakLine()}`
    if (token === ':') return ': '
    if (token === '[' || token === '{') {
      depth++
      return token + breakLine()
    }
    if (token === ']' || token === '}') {
      depth--
      return breakLine() + token
    }
    return token
  })
}
