/**
 * A partner's page pays through a bank that is a process. The shop is that of the recipe for Playwright: its user fills in the
 * form, the test moves the clock by the control API, the bank pushes to the shop by HTTP, and the live trace shows all of it.
 */
import { deepEqual, equal } from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { root } from '../docs/doc-files.ts'
import { complaintsIn } from './complaints.ts'
import { startBank, startShop } from './processes.ts'

export async function payByPage(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-shop-'))
  copyFileSync(`${root}docs/examples/shop.mjs`, join(folder, 'shop.mjs'))
  const [bank, shop] = await Promise.all([startBank(), startShop(join(folder, 'shop.mjs'))])
  const context = await browser.newContext({ viewport: { width: 1100, height: 540 } })
  // A machine may be busy.
  context.setDefaultTimeout(300_000)
  try {
    const complaints = complaintsIn(context)
    await payAndFollow(context, bank.controlUrl, (await post(`${shop.url}/customers`, bank)).url)
    deepEqual(complaints, [])
  } finally {
    await context.close()
    await Promise.all([shop.end(), bank.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

async function payAndFollow(context: BrowserContext, controlUrl: string, shopUrl: string): Promise<void> {
  const page = await context.newPage()
  const first = await pay(page, shopUrl, 'Example Supplies')
  await post(`${controlUrl}/clock/next-batch`)
  await shows(page, 'Completed')

  // What was before is there when the trace opens.
  const trace = await context.newPage()
  await trace.goto(`${controlUrl}/trace`)
  await trace.getByText('Live', { exact: true }).waitFor()
  const step = (...texts: readonly string[]) =>
    texts.reduce((found, hasText) => found.filter({ hasText }), trace.locator('.step')).waitFor()
  await step(first, 'Completed')
  await step(first, 'delivered')
  await trace.evaluate('globalThis.isAsItWasOpened = true')

  // And what happens from then on comes by itself.
  const second = await pay(page, shopUrl, 'Example Carriers')
  await step(second, 'Created')
  await post(`${controlUrl}/clock/next-batch`)
  await shows(page, 'Completed')
  await step(second, 'Completed')
  await step(second, 'delivered')
  await trace.getByRole('region', { name: 'Balances' }).getByText('999,800.00').first().waitFor()
  equal(await trace.evaluate('globalThis.isAsItWasOpened'), true)
}

/** Fills in the form, sees that the payment waits, and gives the first part of its id. */
async function pay(page: Page, url: string, supplier: string): Promise<string> {
  await page.goto(url)
  await page.getByLabel('Supplier').fill(supplier)
  await page.getByLabel('Amount').fill('100.00')
  await page.getByRole('button', { name: 'Pay' }).click()
  await shows(page, 'pending')
  return /payments\/(\w+)-/.exec(page.url())?.[1] ?? ''
}

/** Waits until the page itself shows it. */
const shows = (page: Page, status: string) => page.getByRole('status').filter({ hasText: status }).waitFor()

async function post(url: string, body: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  equal(response.status, 200, `${url} answered ${text}`)
  return JSON.parse(text)
}
