/** `only: 'specified'` against the page of endpoints, which a partner reads. (§4) */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { servedPaths } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { initOf, unknownId } from '../../support/calls.ts'
import { listening } from './listening.ts'

const page = readFileSync(new URL('../../../docs/reference/endpoints.md', import.meta.url), 'utf8')

/** Every path of the page, further paths included, with what the page calls it. */
const calls = page
  .split('\n## ')
  .slice(1)
  .flatMap((section) => {
    const [, method = '', base = '', path = ''] = /`([A-Z]+) \{(\w+)\}(\S+)`/.exec(section) ?? []
    const [, own = ''] = / (Specified|Published|Assumed), \[§/.exec(section) ?? []
    const further = [...section.matchAll(/[aA](?:lso at|nd) `(\S+)` \((\w+)\)/g)].map(([, at = '', source = '']) => [
      at,
      source,
    ])
    return [[path, own.toLowerCase()], ...further].map(([at, source]) => ({ method, base, path: at as string, source }))
  })

it('serves exactly the paths that the page of endpoints calls specified [§4]', async () => {
  const bank = createBank()
  listening(...bankHandlers(bank, { only: 'specified' }))
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const addresses: Record<string, string> = { base_url: baseUrl, auth_url: authUrl, loan_base_url: loanBaseUrl }

  for (const { method, base, path } of calls) {
    await fetch(addresses[base] + path.replace(/\{\w+\}/, unknownId), initOf(method, {}))
  }

  const served = calls.filter((_, index) => bank.requests[index]?.endpoint !== null)
  expect(served).toEqual(calls.filter(({ source }) => source === 'specified'))
  expect(calls).toHaveLength(Object.values(endpoints).flatMap(servedPaths).length)
})
