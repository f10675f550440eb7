/** The arguments of a line of test code that stands for a call of the control API: the server runs the line, and the console writes it. */

interface Given {
  /** The parameters of the path and of the query, by name. */
  readonly named: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Returns the function that finds the arguments of a line in the input of its call. `{reason}` is the part of the input with this name,
 * `{nth,every}` a record of such fields of the body; `{body}`, `{query}` and `{all}` are all of them; `{rest}` has the fields of the body
 * that the line does not name.
 */
export function argumentsIn(line: string, { named, body }: Given, isInPath: (name: string) => boolean) {
  const fields = recordIn(body)
  const told: readonly string[] = line.match(/(?<=[{,<])\w+/g) ?? []
  const values: Readonly<Record<string, unknown>> = {
    ...fields,
    ...named,
    body,
    all: some({ ...named, ...fields }, () => true),
    rest: some(fields, (name) => !told.includes(name)),
    query: some(named, (name) => !isInPath(name)),
  }
  return (argument: string): unknown => {
    const names = argument.slice(1, -1).split(',')
    return names.length > 1 ? some(fields, (each) => names.includes(each)) : values[names[0] as string]
  }
}

export const recordIn = (value: unknown): Readonly<Record<string, unknown>> => ({
  ...(typeof value === 'object' && value),
})

/** Returns the fields whose names `isIn` accepts, or undefined if there are none. */
function some(fields: object, isIn: (name: string) => boolean): object | undefined {
  const found = Object.entries(fields).filter(([name]) => isIn(name))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
