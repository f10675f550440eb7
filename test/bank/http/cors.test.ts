import { expect, it, onTestFinished, vi } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { bankingToken, get } from '../../support/calls.ts'
import { listening } from '../../testing/msw/listening.ts'

const origin = 'http://localhost:3000'

it('answers what a browser asks beforehand, and counts it as no request [§4]', async () => {
  const bank = createBank()
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }

  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'OPTIONS', headers })

  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization,content-type',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  })
  expect(bank.requests).toEqual([])
})

it('lets a page read an answer, also one that refuses [§4]', async () => {
  const bank = createBank()

  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { origin } })

  expect(response.status).toBe(401)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-expose-headers')).toContain('request-id')
})

it('says nothing of origins where no browser asks [§4]', async () => {
  const bank = createBank()

  const response = await get(bank, bankingToken(bank), '/wires/v1/payments')

  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(bank.assumptions.used().map(({ id }) => id)).not.toContain('http.cors')
})

it('answers a page whose headers cannot be seen, as those of happy-dom [§4]', async () => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { origin })
  onTestFinished(() => void vi.unstubAllGlobals())
  const bank = createBank()
  listening(...bankHandlers(bank))

  const asked = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { method: 'OPTIONS' })
  const refused = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`)

  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect(bank.requests).toHaveLength(1)
})

it('allows no page to read an answer if an assumption says so [§4]', async () => {
  const bank = createBank({ assume: { 'http.cors': 'omitted' } })

  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { origin } })

  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})

it.each([
  ['DELETE', '/wires/v1/payments', 'POST, GET'],
  ['OPTIONS', '/wires/v1/payments', 'POST, GET'],
])('names with Allow the methods for which a path is served: %s %s [§7]', async (method, path, allow) => {
  const bank = createBank()

  const response = await bank.fetch(bank.urls.baseUrl + path, { method })

  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
})
