/** The end of a list that has grown long. */

/** The last so many of a list; all where it is not said. */
export function lastOf<Item>(list: readonly Item[], last: number | undefined): readonly Item[] {
  return last === undefined ? list.slice() : list.slice(Math.max(list.length - last, 0))
}
