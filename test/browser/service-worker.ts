/** A page calls the bank through MSW's service worker, and moves its clock. */
import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'

/** Serves the page, opens it, and holds what it saw against what it must see. */
export async function playThroughServiceWorker(browser: Browser): Promise<void> {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [at('./page.ts')],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
    alias: { vostro: at('../../dist/index.js'), 'vostro/msw': at('../../dist/msw/index.js') },
  })
  const files: Record<string, readonly [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><title>A partner</title><script src="/page.js"></script>'],
    '/page.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/mockServiceWorker.js': [
      'text/javascript',
      readFileSync(at('../../node_modules/msw/lib/mockServiceWorker.js'), 'utf8'),
    ],
  }
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    const { id, ...seen } = (await page.evaluate('play()')) as { id: string }
    deepEqual(seen, {
      statuses: ['Created', 'Completed'],
      now: '2026-03-02T10:00:00.000-05:00',
      issuer: 'https://auth.bank.test',
      endpoints: ['requestToken', 'createWire', 'discoverTokenServer'],
    })
    // The same seed gives the same ids, in a browser too.
    deepEqual(id, '3c75a8ba-f788-40e8-8d8b-ed8853c625c7')
  } finally {
    server.close()
  }
}
