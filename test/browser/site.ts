/**
 * The built site in a browser, below a base path that it was not built for: the playground with its six stories, by mouse and by
 * keyboard, the search, and axe on some pages; no error, and no request to another place. It takes the picture of the playground too.
 */
import { deepEqual, equal, match } from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { root } from '../docs/doc-files.ts'
import { showsCodeWhole, showsWhole } from './cut.ts'

/** The stories of the playground, each with a line of its timeline. */
const stories = {
  'wire-and-batch': 'wire 1fa98709 Completed  outbound 100.00',
  holiday: 'Tuesday 2026-09-08',
  'push-twice': 'Wire.Payment.Sent for wires/v1/payments/1fa98709 to https://partner.example/hooks delivered',
  'lost-answer': 'POST /wires/v1/payments  key "invoice-4711"  no answer',
  'frozen-account': 'wire 1fa98709 Rejected RES',
  explore: 'wire ece1f5aa Created  outbound 100.00',
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
}

/** What a page of the site wrote to the console, and what it asked of others. */
const complaints: string[] = []

export async function readSite(browser: Browser): Promise<void> {
  if (!existsSync(`${root}site/dist/index.html`))
    throw new Error('Failed to open the site: site/dist has no index.html. Run `npm run site`.')
  for (const base of ['/', '/any/base/']) {
    const { url, close } = await serve(base)
    const context = await browser.newContext({ viewport: { width: 1400, height: 860 } })
    try {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      listen(context, url)
      await (base === '/' ? readPages(context, url) : play(context, url))
      deepEqual(complaints, [])
    } finally {
      await context.close()
      close()
    }
  }
}

/** A plain file server, below a base path. */
async function serve(base: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = decodeURI(request.url?.split('?')[0] ?? '')
    const file = `${root}site/dist/${path.slice(base.length)}${path.endsWith('/') ? 'index.html' : ''}`
    if (!path.startsWith(base) || !existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}${base}`, close: () => server.close() }
}

function listen(context: BrowserContext, url: string): void {
  context.on('console', (message) => complaints.push(message.text()))
  context.on('weberror', (error) => complaints.push(error.error().stack ?? error.error().message))
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) complaints.push(request.url())
  })
}

/** Pages of text, the way between them, and the search. */
async function readPages(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('heading', { name: 'vostro', level: 1 }).waitFor()
  await withoutBarriers(page)
  await page.locator('.vp-doc').getByRole('link', { name: 'Ten minutes to a green test' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ten minutes to a green test' }).waitFor()
  await withoutBarriers(page)

  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').fill('holiday batch')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/(guides|reference)\//)
  await page.goto(`${url}guides/clock.html`)
  await page.locator('.diagram').getByText('Canceled').first().waitFor()
  await withoutBarriers(page)
  await page.goto(`${url}guides/trace.html#the-page`)
  await page.getByRole('img').first().waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await withoutBarriers(page)
  await showsWhole(page, url)
  await showsCodeWhole(page, url)
  await page.close()
}

async function play(context: BrowserContext, url: string): Promise<void> {
  for (const [name, line] of Object.entries(stories)) {
    const page = await opened(context, `${url}playground.html#story=${name}`)
    await verdictOf(page, '1 passed')
    await page.getByRole('region', { name: 'Timeline' }).getByText(line).waitFor()
    await page.frameLocator('iframe').locator('.step').first().waitFor()
    await page.close()
  }
  for (const delay of [0, 10, 33]) await typeStory(context, url, delay)
  await nameRun(context, url)
  await playByKeyboard(context, url)
  await shareFailure(context, url)
}

/** A story is typed, however fast, on a slow machine: each letter stays where it was typed. */
async function typeStory(context: BrowserContext, url: string, delay: number): Promise<void> {
  const page = await opened(context, `${url}playground.html`)
  await verdictOf(page, '1 passed')
  const slowed = await context.newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const typed = 'the letters of a comment that is typed without a rest '.repeat(3)
  await page.getByRole('textbox', { name: 'Code of the story' }).press('Control+Home')
  const isStuck = setTimeout(60_000, true, { ref: false })
  if (await Promise.race([page.keyboard.type(`// ${typed}\n`, { delay }), isStuck]))
    throw new Error(`Failed to type a story with ${delay} ms between its keys: the page does not answer any more.`)
  await page.locator('.cm-line').first().getByText(typed.trim()).waitFor()
  await page.keyboard.press('Control+Enter')
  await verdictOf(page, '1 passed')
  await page.close()
}

/** Explore prints the line that repeats its run, and code without a test has its bank, too. */
async function nameRun(context: BrowserContext, url: string): Promise<void> {
  const page = await opened(context, `${url}playground.html#story=explore`)
  await page.getByRole('region', { name: 'Tests' }).getByText('only: "lostAnswer@1"').waitFor()
  await page.getByTitle('Trace of lostAnswer@1').waitFor()

  await write(page, "import { createBank } from 'vostro'\nconsole.log(createBank({ seed: 7 }).clock.now)")
  await page.keyboard.press('Control+Enter')
  await page.getByText('2026-03-02T09:00:00.000-05:00', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Timeline' }).getByText('partner Test Partner added').waitFor()
  await page.close()
}

async function playByKeyboard(context: BrowserContext, url: string): Promise<void> {
  const page = await opened(context, `${url}playground.html`)
  await verdictOf(page, '1 passed')
  await withoutBarriers(page)
  await page.screenshot({ type: 'jpeg', quality: 35, path: `${root}docs/pictures/playground.jpg` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await withoutBarriers(page)

  // The list of stories opens another one, and the address follows.
  await page.getByRole('combobox', { name: 'Story' }).focus()
  await page.keyboard.press('ArrowDown')
  await verdictOf(page, '1 passed')
  match(page.url(), /#story=holiday$/)
  await page.getByText('A Friday before a holiday: what').waitFor()

  // From there on: run, copy, the code, which a tab leaves, and what it told.
  const places: string[] = []
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press('Tab')
    places.push(await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent'))
  }
  deepEqual(places, ['Run', 'Copy link', 'Code of the story', 'Tests', 'Timeline'])

  // A story that does not end is stopped.
  await write(page, 'while (true) {}')
  await page.keyboard.press('Control+Enter')
  await verdictOf(page, 'Running')
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await verdictOf(page, 'Stopped')
  match(page.url(), /#code=[\w-]+$/)
  await page.close()
}

/** A failure tells its story as in a test, and its link leads another reader to it. */
async function shareFailure(context: BrowserContext, url: string): Promise<void> {
  const page = await opened(context, `${url}playground.html`)
  await write(page, failing)
  await page.keyboard.press('Control+Enter')
  await verdictOf(page, '1 failed, 0 passed')
  const told = (await page.locator('.story-failure').textContent()) ?? ''
  equal(told.trim(), wanted.trim())
  await page.frameLocator('iframe').getByText('Failed to find payment').first().waitFor()
  await withoutBarriers(page)

  await page.getByRole('button', { name: 'Copy link' }).click()
  await verdictOf(page, 'The link is copied')
  const other = await opened(context, String(await page.evaluate('navigator.clipboard.readText()')))
  await verdictOf(other, '1 failed, 0 passed')
  equal(await other.locator('.story-failure').textContent(), told)

  await write(other, "import { readFileSync } from 'node:fs'\nreadFileSync('story')")
  await other.keyboard.press('Control+Enter')
  await other.getByText('Failed to import "node:fs": the playground has no such module.').waitFor()
  await other.goto(`${url}playground.html#story=none`)
  await other.getByText('Failed to open the story "none"').waitFor()
}

const failing = `import { expect, test } from 'vostro/vitest'

test('a wire completes within a minute', ({ bank }) => {
  const { id } = bank.wires.create(bank.wires.plausible({ amount: 10_000 }))
  bank.clock.advance({ minutes: 1 })
  expect(bank).toHaveCompleted(id)
})
`

/** As vitest prints it. */
const wanted = `
Error: Failed to find payment "1fa98709" with the status Completed: its status is Pending. (§3)

payment 1fa98709: Pending, 100.00 on 2393407339
  It passed its review, and its money has been reserved since 09:00:05.
  It waits for the next batch at 10:00:00.
  It completes when the clock reaches 10:00:00.

What happened last (bank.timeline() has all):
Monday 2026-03-02
09:00:00  payments  │ wire 1fa98709 Created  outbound 100.00 from 2393407339
09:00:05  money     │ 100.00 reserved on 2393407339
          payments  │ wire 1fa98709 Pending  outbound 100.00 from 2393407339
09:01:00  test      ✗ failed: it is Monday 2026-03-02 09:01:00 at the bank

at line 6
`

async function opened(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Code of the story' }).waitFor()
  return page
}

const verdictOf = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

/** Writes another story in the place of the present one. */
async function write(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code of the story' }).fill(code)
}

/** Holds a page against the rules of axe. */
async function withoutBarriers(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] }
  const barriers = found.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html).slice(0, 6)])
  deepEqual(barriers, [], `${page.url()} has barriers`)
}
