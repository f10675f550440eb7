/** Reading a list to its end, page by page. */
import type { Page } from '../../core/page.ts'

/** Every record of a list. */
export function everyPage<Item>(list: (page: { pageNumber: number; pageSize: number }) => Page<Item>): Item[] {
  const records: Item[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = list({ pageNumber, pageSize: 50 })
    records.push(...page.results)
    if (!page.hasNextPage) return records
  }
}
