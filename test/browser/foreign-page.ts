/** A page of a stranger, in a browser: it gets nothing from the services of a process, with its preflight and without. (§4) */
import { deepEqual } from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { startBank } from './processes.ts'

/** What a page is answered that asks for a token. */
const asked = ({ url, headers, body }: { url: string; headers: Record<string, string>; body: string }) =>
  fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 'refused',
  )

export async function refuseStrangers(browser: Browser): Promise<void> {
  const bank = await startBank(0, '--page-host', 'shop.test')
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>A page</title>'),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const context = await browser.newContext()
  try {
    // The credentials follow from the seed: everybody knows them.
    const { clientId: client_id, clientSecret: client_secret, audience, authUrl } = bank
    const credentials = { grant_type: 'client_credentials', client_id, client_secret, audience }
    const requests = [
      // A form needs no preflight.
      ['application/x-www-form-urlencoded', new URLSearchParams(credentials).toString()],
      ['application/json', JSON.stringify(credentials)],
    ].map(([type = '', body = '']) => ({ url: `${authUrl}/oauth/token`, headers: { 'content-type': type }, body }))
    // The names lead to this machine, as that of an attacker may.
    const pages = ['attacker.test', 'shop.test', 'localhost'].map((name) => `http://${name}:${port}/`)
    const answers: unknown[] = []
    for (const url of pages) {
      const page = await context.newPage()
      await page.goto(url)
      answers.push(await Promise.all(requests.map((request) => page.evaluate(asked, request))))
    }
    deepEqual(answers, [
      ['refused', 'refused'],
      [200, 200],
      [200, 200],
    ])
  } finally {
    await context.close()
    site.close()
    await bank.end()
  }
}
