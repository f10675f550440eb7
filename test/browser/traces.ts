/**
 * The trace of a test in a browser, from disk: slider, keys, search, addresses, copying, colours, two banks; no error and no request.
 * It takes the pictures of the guide too.
 */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Gives what is worth saying of it. */
export async function lookAtTraces(browser: Browser): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-traces-'))
  try {
    const { eventfulBank, bankWithEvents } = await storiesOfDist(folder)
    const write = (name: string, html: string) => {
      writeFileSync(join(folder, name), html)
      return pathToFileURL(join(folder, name)).href
    }
    const [clean, struck, long] = [
      await eventfulBank(),
      await eventfulBank({ isStruck: true }),
      await bankWithEvents(200),
    ]
    const problem = 'AssertionError: expected 3 payments, got 4\n\n- 3\n+ 4'
    const one = write('one.html', await clean.trace({ title: 'supplier payments › pays each invoice once', problem }))
    const two = write(
      'two.html',
      await struck.trace({
        title: 'status503@2',
        beside: clean,
        besideTitle: 'clean',
        marks: ['status503 at POST /wires/v1/payments'],
      }),
    )
    const many = await long.trace()
    await lookAtOne(browser, one)
    await lookAtTwo(browser, two)
    await lookAtMany(browser, write('many.html', many))
    return `${(many.length / 1_000).toFixed(0)} kB for ${long.events.length} events`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The stories of the tests, on the built package. */
async function storiesOfDist(folder: string): Promise<typeof import('../bank/reports/trace/story.ts')> {
  const outfile = join(folder, 'stories.mjs')
  const alias = { vostro: at('../../dist/index.js') }
  const entryPoints = [at('../bank/reports/trace/story.ts')]
  await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', outfile, alias, logLevel: 'error' })
  return await import(pathToFileURL(outfile).href)
}

/** A page that may neither complain nor ask anybody for anything. */
async function opened(browser: Browser, url: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 540 }, colorScheme })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url.split('#')[0] && !request.url().startsWith('data:'))
      complaints.push(request.url())
  })
  await page.goto(url)
  await page.locator('.step').first().waitFor()
  return page
}

const complaints: string[] = []

async function closed(page: Page): Promise<void> {
  deepEqual(complaints, [])
  await page.context().close()
}

const stepIn = async (page: Page) => Number(/#step=(\d+)/.exec(await page.evaluate('location.hash'))?.[1])

/** Waits until something holds, as a page draws when it comes to it; in the end says why it does not. */
async function until(holds: () => Promise<void>, page: Page): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await holds()
    } catch {
      await page.waitForTimeout(50)
    }
  }
  await holds()
}

const isAt = (page: Page, step: number) => until(async () => equal(await stepIn(page), step), page)

/** The labels of the time axis that begin before the end of a label to their left. Those without room are below the axis. */
const coveredLabels = `(() => {
  const axis = document.querySelector('.days').getBoundingClientRect()
  const boxes = [...document.querySelectorAll('.days span')].map((label) => {
    const range = document.createRange()
    range.selectNodeContents(label)
    return { text: label.textContent, ...range.getBoundingClientRect().toJSON() }
  })
  const shown = boxes.filter(({ top }) => top < axis.bottom - 4)
  return shown.filter(({ left }, index) => left < (shown[index - 1]?.right ?? 0)).map(({ text }) => text)
})()`

/** The names of changed fields that take more than one line. */
const brokenNames = `[...document.querySelectorAll('.changes td:nth-child(2)')].filter((name) => {
  const range = document.createRange()
  range.selectNodeContents(name)
  return range.getClientRects().length > 1
}).map((name) => name.textContent)`

async function lookAtOne(browser: Browser, url: string): Promise<void> {
  const page = await opened(browser, `${url}#step=6`)
  const slider = page.getByRole('slider', { name: 'Step' })
  const listed = page.locator('.step')

  // The address names a step, and follows it.
  await until(async () => equal(await slider.inputValue(), '6'), page)
  await until(
    async () => match((await slider.getAttribute('aria-valuetext')) ?? '', /^Step 6 of \d+, Monday 2026-03-02 09:/),
    page,
  )
  await page.keyboard.press('j')
  await isAt(page, 7)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('k')
  await isAt(page, 5)
  await page.evaluate("location.hash = '#step=3'")
  await page.getByRole('region', { name: 'Step 3', exact: true }).waitFor()

  // The slider moves, and the state with it.
  const last = Number(await slider.getAttribute('max'))
  await slider.fill(String(last))
  await isAt(page, last)
  await until(async () => equal(await page.locator('[aria-current=step] .number').textContent(), String(last)), page)
  await until(
    async () => match((await page.getByRole('region', { name: 'Balances' }).textContent()) ?? '', /\d,\d{3}\.\d\d/),
    page,
  )
  await slider.fill('4')
  await until(
    async () =>
      match((await page.getByRole('region', { name: 'Payments' }).textContent()) ?? '', /Createdwaits for its review/),
    page,
  )

  // No label of the time axis covers another, no name of a field is broken, and the page still begins with the reason.
  for (const width of [390, 1100]) {
    await page.setViewportSize({ width, height: 540 })
    await page.reload()
    await listed.first().waitFor()
    equal(await page.evaluate('scrollY'), 0)
    deepEqual(await page.evaluate(coveredLabels), [])
    deepEqual(await page.evaluate(brokenNames), [])
  }

  // Search and filter.
  const all = await listed.count()
  await page.keyboard.press('/')
  await page.keyboard.type('refused NSF')
  await page.keyboard.press('Escape')
  await until(async () => ok((await listed.count()) < all), page)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Refusals only' }).click()
  await until(async () => {
    const refused = await listed.count()
    ok(refused > 0 && refused < all, `${refused} of ${all} steps have a refusal`)
  }, page)
  await page.getByRole('button', { name: 'Refusals only' }).click()
  await until(async () => equal(await listed.count(), all), page)
  await page.getByRole('searchbox').fill('pushes')
  await until(async () => ok((await listed.count()) < all), page)
  await page.getByRole('searchbox').fill('')

  // A request and a payment open.
  await page.goto(`${url}#step=4`)
  await page.getByText('Headers', { exact: false }).first().click()
  await until(
    async () =>
      match((await page.getByRole('region', { name: 'Request' }).textContent()) ?? '', /authorizationBearer/i),
    page,
  )
  await page.getByRole('region', { name: 'Payments' }).getByRole('button').first().click()
  match(
    (await page.getByRole('region', { name: 'Payment', exact: true }).textContent()) ?? '',
    /payment [\da-f-]{36}: Completed/,
  )
  // Packed as tightly as can be read: the package ships it.
  await page.screenshot({ type: 'jpeg', quality: 30, path: at('../../docs/guides/trace-step.jpg') })
  await page.keyboard.press('Escape')

  // Copying, colours.
  await page.getByRole('button', { name: 'Copy as a test' }).click()
  await page.getByText('The test is copied.').waitFor()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  await until(async () => match(copied, /^import \{ expect, test \} from 'vitest'/), page)
  match(copied, /\n {2}await bank\.fetch\('https:[^\n]*\/wires\/v1\/payments', \{ method: 'POST'/)
  match(copied, /\n {2}expect\.fail\('AssertionError: expected 3 payments, got 4/)
  const light = await page.evaluate('getComputedStyle(document.body).backgroundColor')
  await closed(page)

  const dark = await opened(browser, url, 'dark')
  ok((await dark.evaluate('getComputedStyle(document.body).backgroundColor')) !== light)
  // What went wrong stands on top, and the test is looked at from its end.
  await isAt(dark, last)
  await dark.getByRole('region', { name: 'What went wrong' }).getByText('expected 3 payments, got 4').waitFor()
  equal(await dark.locator('.step').last().getByText('failed: AssertionError: expected 3 payments, got 4').count(), 1)
  await closed(dark)
}

async function lookAtTwo(browser: Browser, url: string): Promise<void> {
  const page = await opened(browser, url)

  const parting = await stepIn(page)
  await until(
    async () =>
      match((await page.locator('.differs').textContent()) ?? '', /First difference.*POST \/wires\/v1\/payments/s),
    page,
  )
  await until(async () => equal(await page.locator('[aria-current=step]').count(), 1), page)
  await page.getByRole('slider', { name: 'Step' }).fill('0')
  await page.getByRole('button', { name: 'First difference' }).click()
  await isAt(page, parting)
  await page.locator('.pair > li:nth-child(2) button').first().click()
  await until(async () => match(await page.evaluate('location.hash'), /&bank=1$/), page)
  await page.locator('.pair > li:first-child button').first().click()
  await until(async () => match(await page.evaluate('location.hash'), /#step=\d+$/), page)
  await closed(page)
}

/** Two hundred events: each key finds its step, however fast they come. */
async function lookAtMany(browser: Browser, url: string): Promise<void> {
  const page = await opened(browser, url)

  for (let press = 0; press < 40; press++) await page.keyboard.press('j')
  await isAt(page, 40)
  await until(async () => ok((await page.locator('.step').count()) > 200), page)
  await until(async () => ok(await page.locator('[aria-current=step]').isVisible()), page)
  await closed(page)
}
