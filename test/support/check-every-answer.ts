/**
 * Every answer that any test gets over HTTP, through `bank.fetch` or MSW, is held against the schema of its own row of the
 * endpoint table, or against the error body of its service. Runs with the sources; the built package has no seam for it.
 */
import { expect, vi } from 'vitest'
import type * as z from 'zod'
import type { EndpointName } from '../../src/contract/endpoints.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { bankingError, loanError, oauthError } from '../../src/contract/error.ts'
import { loanSummaryAs } from '../../src/contract/loan.ts'
import { jsConfigIn } from '../../src/core/loans/summary/js-config.ts'
import type { HttpService } from '../../src/http/answer.ts'

vi.mock('../../src/http/answer.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/http/answer.ts')>()
  return {
    ...original,
    answer: async (service: HttpService, request: Request, pageOrigin?: string) => {
      const response = await original.answer(service, request, pageOrigin)
      const { requests } = service.shell.state
      const isHalved = requests.size > 0 && requests.at(requests.size - 1).fault === 'malformedBody'
      // What a browser asks beforehand has no body.
      if (request.method !== 'OPTIONS' && !isHalved) await checkAnswer(service, request, response.clone())
      return response
    },
  }
})

async function checkAnswer({ route }: HttpService, { method, url }: Request, response: Response): Promise<void> {
  const match = route(method, new URL(url))
  const service = 'row' in match ? match.row.service : match.service
  const error = { token: oauthError, banking: bankingError, loans: loanError }[service]
  const schema = response.status === 200 && 'row' in match ? schemaOf(match.name, url) : error
  // A defect of ours is told in the banking form, whatever was asked.
  const result = (response.status === 500 ? bankingError : schema).safeParse(await response.json())
  expect(
    result.error?.issues ?? [],
    `${method} ${url} answered ${response.status}, not in the shape of its contract`,
  ).toEqual([])
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
}

/** What a call answers; a loan summary is written as its `jsconfig` asks. */
function schemaOf(name: EndpointName, url: string) {
  return name === 'getLoanSummary'
    ? loanSummaryAs(jsConfigIn(new URL(url).searchParams))
    : (endpoints[name].response as z.ZodType)
}
