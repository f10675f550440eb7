/** Reading a list to its end, in the largest pages that there are. */
import type { Page } from 'vostro'

/** Every record of a list, page by page. */
export function everyPage<Item>(read: (page: { pageNumber: number; pageSize: number }) => Page<Item>): Item[] {
  const found: Item[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = read({ pageNumber, pageSize: 50 })
    found.push(...page.results)
    if (!page.hasNextPage) return found
  }
}
