/** The page that follows a bank, in a browser: steps come without a reload, the chosen step stays, and a lost connection is taken up again. */
import { equal, ok } from 'node:assert/strict'
import type { Browser } from 'playwright-core'
import { startBank } from './processes.ts'

const TOKEN = 'a-token-of-this-test-that-is-long-enough'

/** A process of its own, on this port or a free one. */
async function served(port = 0) {
  const { controlUrl, end } = await startBank(port, '--control-token', TOKEN)
  const call = (path: string, body: unknown) =>
    fetch(controlUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { controlUrl, call, end }
}

export async function followBank(browser: Browser): Promise<void> {
  let server = await served()
  const page = await (await browser.newContext({ viewport: { width: 1100, height: 540 } })).newPage()
  try {
    await page.goto(`${server.controlUrl}/trace/live#token=${TOKEN}`)
    await page.getByText('Live', { exact: true }).waitFor()
    ok(!page.url().includes(TOKEN), 'the token is taken out of the address')
    const steps = page.locator('.step')
    const before = await steps.count()

    // At the end it goes along with the end.
    const current = () => page.locator('[aria-current=step] .number').textContent()
    equal((await server.call('/clock/advance', { hours: 1 })).status, 200)
    await page.locator('.step').nth(before).waitFor()
    equal(await current(), String(before))

    // A step that was chosen stays chosen.
    await page.getByRole('slider', { name: 'Step' }).fill('0')
    equal((await server.call('/faults', { fault: 'drop', event: 'Wire.Payment.Sent', uses: 1 })).ok, true)
    await page
      .locator('.step')
      .nth(before + 1)
      .waitFor()
    equal(await current(), '0')

    // The connection is lost, and taken up again.
    const { port } = new URL(server.controlUrl)
    await server.end()
    await page.getByText('Connection lost: trying again').waitFor()
    server = await served(Number(port))
    await page.getByText('Live', { exact: true }).waitFor()
    equal(await steps.count(), before)

    // Without the token nobody sees anything of the bank, until it is given by hand.
    const other = await (await browser.newContext()).newPage()
    await other.goto(`${server.controlUrl}/trace/live`)
    await other.getByLabel('Token of the control API').fill(TOKEN)
    await other.getByRole('button', { name: 'Follow' }).click()
    await other.getByText('Live', { exact: true }).waitFor()
    await other.context().close()
  } finally {
    await page.context().close()
    await server.end()
  }
}
