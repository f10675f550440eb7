/**
 * The console of a process, in a browser: a tester pays through an application, rejects the wire at the desk by clicking, and sees the
 * application's refund. Every group of buttons, by the mouse and by keys; what was clicked, copied; two people at two banks.
 */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { isAccessible } from './accessible.ts'
import { complaintsIn } from './complaints.ts'
import { startBank } from './processes.ts'
import { startRefundingApp } from './refunding-app.ts'

const TOKEN = 'a-token-of-this-test-that-is-long-enough'
const picture = fileURLToPath(new URL('../../docs/guides/console.jpg', import.meta.url))

export async function driveByConsole(browser: Browser): Promise<void> {
  const bank = await startBank(0, '--control-token', TOKEN)
  const app = await startRefundingApp(bank)
  const context = await browser.newContext({ viewport: { width: 1180, height: 720 } })
  context.setDefaultTimeout(60_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const complaints = complaintsIn(context)
  try {
    const tester = await consoleOf(context, bank.controlUrl)
    const other = await consoleOf(context, await anotherBank(tester, bank.controlUrl))
    const before = await other.locator('.step').count()

    await rejectAtTheDesk(context, tester, app.url)
    await copyWhatWasClicked(tester)
    await driveByKeys(tester)
    await payAndReceive(tester)
    await breakAndRestrict(tester)
    await choosePushes(context, tester, app.url)
    await goBack(tester)
    await readCredentials(tester, bank.clientSecret)
    await beRefused(tester)
    await fitsEverySize(tester)

    equal(await other.locator('.step').count(), before)
    await press(other, 'An hour')
    await other.locator('.step').nth(before).waitFor()
    await other.getByText('Clicked 1').waitFor()
    // A browser writes down by itself that a call was refused: the one of `beRefused`, and no other.
    deepEqual(complaints, ['Failed to load resource: the server responded with a status of 400 ()'])
  } finally {
    await context.close()
    await Promise.all([app.end(), bank.end()])
  }
}

async function consoleOf(context: BrowserContext, controlUrl: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${controlUrl}/trace/live#token=${TOKEN}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await button(page, 'Next batch').and(page.locator(':enabled')).waitFor()
  return page
}

const bar = (page: Page) => page.getByRole('region', { name: 'Console' })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => button(page, name).click()
const told = (page: Page, text: string | RegExp) => bar(page).locator('.result').filter({ hasText: text }).waitFor()
const payment = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true })
const send = (form: Locator) => form.locator('button[type=submit]')
/** The decisions that the status of the payment allows. All others are shown, too, so that each stays at its place. */
const open = (page: Page) => payment(page).locator('fieldset button:enabled').allTextContents()
/** What is in force: *Faults*, *Restrictions*, *Push mode*. */
const inForce = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const step = (page: Page, ...texts: readonly string[]) =>
  texts
    .reduce((found, hasText) => found.filter({ hasText }), page.locator('.step'))
    .last()
    .waitFor()
const clipboard = async (page: Page) => String(await page.evaluate('navigator.clipboard.readText()'))

/** Presses a button that asks first, fills in the form, and sends it. */
async function ask(page: Page, name: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  await press(page, `${name}…`)
  const form = page.getByRole('dialog', { name })
  for (const [label, value] of Object.entries(values)) {
    const field = form.getByLabel(label).first()
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
  await send(form).click()
}

/** Another bank of the same process, opened by the console of the first one. */
async function anotherBank(page: Page, controlUrl: string): Promise<string> {
  await page.getByLabel('Other calls').selectOption('openBank')
  await press(page, 'Open…')
  await page.getByRole('dialog').getByRole('button', { name: 'Open bank' }).click()
  await told(page, /^Bank [\da-f]{16} is open/)
  await bar(page).getByText('Banks 2').click()
  equal(await bar(page).getByRole('link').count(), 2)
  equal(await bar(page).locator('a[aria-current=page]').textContent(), 'The first bank')
  await bar(page).getByText('Banks 2').click()
  const headers = { authorization: `Bearer ${TOKEN}` }
  const [opened] = (await (await fetch(`${controlUrl}/banks`, { headers })).json()) as [{ controlUrl: string }]
  return opened.controlUrl
}

async function rejectAtTheDesk(context: BrowserContext, page: Page, appUrl: string): Promise<void> {
  const app = await context.newPage()
  await app.goto(appUrl)
  await app.getByRole('button', { name: 'Pay 100.00' }).click()
  await app.getByText('paid 100.00', { exact: true }).waitFor()
  await step(page, 'Created')

  await page.locator('.payments').getByRole('button').first().click()
  // A payment that is not reviewed yet can be put on hold or rejected.
  deepEqual(await open(page), ['Reject…', 'Hold'])
  deepEqual(await payment(page).locator('fieldset button').allTextContents(), ['Approve', 'Reject…', 'Hold', 'Reverse'])
  await payment(page).getByRole('button', { name: 'Hold' }).click()
  await payment(page).getByRole('button', { name: 'Release' }).waitFor()
  deepEqual(await open(page), ['Release', 'Reject…'])
  await payment(page).getByRole('button', { name: 'Reject…' }).click()
  const form = page.getByRole('dialog', { name: /^Reject [\da-f]{8}, 100\.00$/ })
  await form.getByLabel('reason').fill('The invoice is unclear')
  await isAccessible(page)
  // Packed as tightly as can be read.
  await page.screenshot({ type: 'jpeg', quality: 30, path: picture })
  await send(form).click()

  await told(page, /^Wire [\da-f]{8} Rejected/)
  await app.getByText(/paid 100.00; refunded 100.00 of [\da-f-]{36}/).waitFor()
  await step(page, 'Rejected', 'decision desk.reject')
  await app.close()
}

async function copyWhatWasClicked(page: Page): Promise<void> {
  await bar(page).getByText('Clicked 3').click()
  await page.getByRole('button', { name: 'Copy line' }).last().click()
  await page.getByText('The line is copied.').waitFor()
  match(await clipboard(page), /^bank\.desk\.reject\('[\da-f-]{36}', 'The invoice is unclear'\)\n$/)
  await page.getByRole('button', { name: 'Copy curl' }).last().click()
  await page.getByText('The command is copied.').waitFor()
  const curl = await clipboard(page)
  match(curl, /^curl -X POST 'http\S+\/reject' -H "authorization: Bearer \$VOSTRO_CONTROL_TOKEN" -d '\{"reason":"The/)
  ok(!curl.includes(TOKEN), 'the token stays in the page')
  await page.getByRole('button', { name: 'Copy as a test' }).click()
  await page.getByText('The test is copied.').waitFor()
  await payment(page).getByText('After this step').click()
  await page.getByText('The test is copied.').waitFor({ state: 'detached' })
  match(await clipboard(page), /^import \{ expect, test \} from 'vitest'[\s\S]*bank\.desk\.reject\(/)
  await isAccessible(page)
  await bar(page).getByText('Clicked 3').click()
}

/** Without a mouse: along the buttons, into a form and out of it; keys of the page mean nothing in a form. */
async function driveByKeys(page: Page): Promise<void> {
  await button(page, 'Next batch').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await told(page, 'It is Monday 2026-03-02 10:00:00. ')
  const place = await page.evaluate('location.hash')
  await button(page, 'To…').focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'To' })
  await form.getByLabel('to').focus()
  await page.keyboard.press('k')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  equal(await page.evaluate('document.activeElement.textContent + location.hash'), `To…${place}`)

  await page.keyboard.press('Enter')
  await form.waitFor()
  await form.getByLabel('to').fill('2026-03-06T16:00:00-05:00')
  await page.keyboard.press('Enter')
  await told(page, 'It is Friday 2026-03-06 16:00:00. No things happened.')
  await bar(page).locator('.now').filter({ hasText: 'Friday 2026-03-06 16:00:00' }).waitFor()
  await step(page, 'clock.advance', '16:00:00')
}

/** A new payment is opened, at the latest step, with the decisions that its status allows. */
async function payAndReceive(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Step' }).fill('0')
  await press(page, 'Pay…')
  const form = page.getByRole('dialog', { name: 'Pay' })
  await form.waitFor()
  deepEqual(await form.locator('label:visible').allTextContents(), [
    'amount in cents',
    'accountNumber *',
    'beneficiary name *',
    'originator name',
  ])
  await form.getByLabel('amount').fill('1,234.00')
  equal(await form.locator('output').textContent(), 'Write digits only: 1,234.00 is 123400.')
  await send(form).click()
  equal(
    await form
      .getByLabel('amount')
      .evaluate((field) => (field as unknown as { validationMessage: string }).validationMessage),
    'Write digits only: 1,234.00 is 123400.',
  )
  await form.getByLabel('amount').fill('123400')
  equal(await form.locator('output').textContent(), '1,234.00')
  await send(form).click()
  await told(page, /^Wire [\da-f]{8} .*1,234\.00/)
  await payment(page)
    .getByText(/Outbound 1,234\.00 .* After this step: Created/)
    .waitFor()
  const current = page.locator('[aria-current=step]')
  equal(await current.locator('.number').textContent(), await page.locator('.step .number').last().textContent())
  await ask(page, 'Inbound', { amount: '4200' })
  await told(page, /^Wire [\da-f]{8} .*42\.00/)
  await step(page, 'Hold', '42.00')
  await payment(page)
    .getByText(/Inbound 42\.00 .* After this step: Hold/)
    .waitFor()
  const decide = (name: string) => payment(page).getByRole('button', { name, exact: true }).click()
  await decide('Approve')
  await told(page, /^Wire [\da-f]{8} Completed/)
  await step(page, 'desk.approve', 'Completed')
  await payment(page).getByText('Now Completed').waitFor()
  deepEqual(await open(page), ['Reverse'])
  await decide('Reverse')
  await told(page, /^Wire [\da-f]{8} .*42\.00/)
}

async function breakAndRestrict(page: Page): Promise<void> {
  await press(page, 'Fault…')
  const form = page.getByRole('dialog', { name: 'Fault' })
  await form.getByText('The call is done, but never answered.').waitFor()
  equal(await form.getByLabel('retryAfter').count(), 0)
  await form.getByLabel('fault').selectOption('status')
  await form.getByText('Its answer is an error, 503 by default.').waitFor()
  await form.getByLabel('retryAfter').waitFor()
  await form.getByRole('button', { name: 'Close' }).click()
  await ask(page, 'Fault', { fault: 'status', nth: '9' })
  await told(page, 'Fault status injected. It waits for a request of your code: Pay is none.')
  await ask(page, 'Restrict', { appliesTo: 'All', rail: 'Card' })
  await told(page, /^Restriction [\da-f]{8} .* placed\.$/)
  await inForce(page, 'Faults').getByText('status, createWire, number 9').waitFor()
  await inForce(page, 'Restrictions').getByRole('button', { name: 'Remove' }).click()
  await inForce(page, 'Restrictions').getByText('None.').waitFor()
  await inForce(page, 'Faults').getByRole('button', { name: 'Remove' }).click()
  await inForce(page, 'Faults').getByText('None.').waitFor()
  await bar(page)
    .getByText(/^Clicked/)
    .click()
  await bar(page).getByText("bank.faults.inject('status', { nth: 9, endpoint: 'createWire' })").waitFor()
  await bar(page)
    .getByText(/bank\.desk\.restrictions\.create\(\{ accountNumber: '\d{10}', appliesTo: 'All', rail: 'Card' \}\)/)
    .waitFor()
  await bar(page)
    .getByText(/^Clicked/)
    .click()
}

/** What waits is delivered, delivered twice, and dropped. */
async function choosePushes(context: BrowserContext, page: Page, appUrl: string): Promise<void> {
  await press(page, 'Keep back')
  await told(page, 'Done: Hold all pushes back')
  await inForce(page, 'Push mode').getByText('Pushes are held back').waitFor()
  const app = await context.newPage()
  await app.goto(appUrl)
  for (const count of [1, 2]) {
    await app.getByRole('button', { name: 'Pay 100.00' }).click()
    await app.getByText(new RegExp(`(paid 100.00.*){${count + 1}}`)).waitFor()
  }
  await press(page, 'Next batch')
  await told(page, /^It is Friday 2026-03-06 18:45:00\. Wire [\da-f]{8} Completed /)
  await page.getByRole('region', { name: 'Pushes that wait' }).getByText('Wire.Payment.Sent').nth(1).waitFor()
  await ask(page, 'Duplicate')
  await app.getByText(/(completed.*){2}/).waitFor()
  await ask(page, 'Drop')
  await ask(page, 'Deliver')
  await app.getByText(/(completed.*){3}/).waitFor()
  await inForce(page, 'Push mode').getByRole('button', { name: 'Remove' }).click()
  await inForce(page, 'Push mode').getByText('None.').waitFor()
  equal(await inForce(page, 'Registrations').getByRole('button', { name: 'Remove' }).count(), 2)
  await app.close()
}

async function goBack(page: Page): Promise<void> {
  await press(page, 'Snapshot')
  await told(page, 'Snapshot 1 is kept.')
  const steps = await page.locator('.step').count()
  await ask(page, 'Reset')
  await told(page, 'It is Monday 2026-03-02 09:00:00 again.')
  await page.locator('.step').nth(9).waitFor({ state: 'detached' })
  await ask(page, 'Restore')
  await told(page, 'Snapshot 1 is restored. It is Friday 2026-03-06 18:45:00 again.')
  await page
    .locator('.step')
    .nth(steps - 1)
    .waitFor()
}

async function readCredentials(page: Page, secret: string): Promise<void> {
  await press(page, 'Credentials…')
  const form = page.getByRole('dialog', { name: 'Credentials' })
  await form.getByText(`"clientSecret": "${secret}"`).waitFor()
  await isAccessible(page)
  await page.keyboard.press('Escape')
}

/** What the bank refuses stands in the form, which stays open. */
async function beRefused(page: Page): Promise<void> {
  await ask(page, 'To', { to: 'tomorrow' })
  const form = page.getByRole('dialog', { name: 'To' })
  await form.getByRole('alert').filter({ hasText: 'tomorrow' }).waitFor()
  await form.getByRole('button', { name: 'Close' }).click()
  await bar(page).getByRole('alert').waitFor({ state: 'detached' })
  await isAccessible(page)
}

/** Nothing is cut off at the side, and everybody can use the page, at three sizes and in both themes. */
async function fitsEverySize(page: Page): Promise<void> {
  for (const width of [1_440, 820, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      await isAccessible(page)
    }
  }
}
