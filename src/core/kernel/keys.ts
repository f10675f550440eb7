/** Like `Object.keys`, for the rows of a table: the compiler knows the names. */
export function keysOf<Rows extends object>(rows: Rows): (keyof Rows & string)[] {
  return Object.keys(rows) as (keyof Rows & string)[]
}
