/** What a reader cannot see without scrolling sideways or for ever: columns of tables, ends of lines of code, coverage on a phone. */
import { deepEqual, ok } from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { pageFrom } from '../../src/suite/coverage/report.ts'
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

/** Fails with each block of code of the guides that is cut, on a screen of usual width. */
export async function showsCodeWhole(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const place of pagesIn('guides'))
    deepEqual(await cutIn(page, url + place, 'div[class*="language-"] pre'), [], place)
}

/** Fails if a line of code in the page of coverage has but a column of a phone, which made it 472,788 px high. */
export async function showsCoverageOnPhone(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } })
  await page.setContent(pageFrom(coverageOf(createBank()).met))
  const { scrollWidth, scrollHeight } = await page
    .locator('html')
    .evaluate(({ scrollWidth, scrollHeight }) => ({ scrollWidth, scrollHeight }))
  deepEqual(scrollWidth, 390)
  ok(scrollHeight < 100_000, `The page of coverage is ${scrollHeight} px high.`)
  await page.close()
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
