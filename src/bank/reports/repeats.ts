/** Counts the repeats of each item under its first. An item without a key repeats none. */
export function withoutRepeats<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string | undefined,
): ReadonlyMap<Item, number> {
  const kept = new Map<Item, number>()
  const firsts = new Map<string, Item>()
  for (const item of items) {
    const key = keyOf(item)
    const first = key === undefined ? item : (firsts.get(key) ?? item)
    if (key !== undefined) firsts.set(key, first)
    kept.set(first, (kept.get(first) ?? -1) + 1)
  }
  return kept
}
