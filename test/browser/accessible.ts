/** Whether a page can be used by everybody, as axe finds out. */
import { deepEqual } from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Fails with each rule that is broken, and where. */
export async function isAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const broken = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 200))])
  })
  deepEqual(broken, [])
}
