/** What a reader of the site cannot see without scrolling sideways: columns of tables, and the ends of lines of code. */
import { deepEqual } from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { root } from '../docs/doc-files.ts'

/** The places of the pages of a folder of the site, such as `reference/fields.html`. */
const pagesIn = (folder: string) =>
  readdirSync(`${root}site/dist/${folder}`)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`)

/** Fails with each table of the reference that has a column out of view, on a screen of usual width and on a wide one. */
export async function showsWhole(page: Page, url: string): Promise<void> {
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const place of pagesIn('reference')) deepEqual(await cutIn(page, url + place, 'table'), [], place)
  }
}

/** The first words of each element of a page that is wider than its place. */
async function cutIn(page: Page, address: string, element: string): Promise<string[]> {
  await page.goto(address)
  const all = await page.locator(`.vp-doc ${element}`).all()
  const cut = all.map(async (one) =>
    (await one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1))
      ? [((await one.textContent()) ?? '').slice(0, 80)]
      : [],
  )
  return (await Promise.all(cut)).flat()
}
