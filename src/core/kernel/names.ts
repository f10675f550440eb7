/** The names of a table's rows, with their type. */

/** Returns the names of the rows, in their order. */
export function namesOf<Rows extends object>(rows: Rows): (keyof Rows & string)[] {
  return Object.keys(rows) as (keyof Rows & string)[]
}
