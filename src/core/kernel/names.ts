/** Returns the names of the rows of a table, in their order, with their type. */
export function namesOf<Rows extends object>(rows: Rows): (keyof Rows & string)[] {
  return Object.keys(rows) as (keyof Rows & string)[]
}
