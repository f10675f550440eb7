/** The spellings of a field name that `jsconfig` can ask for. (§4 call 9) */

/** `PascalCase` is how the specification has them. */
export type Spelling = 'PascalCase' | 'camelCase' | 'lower_underscore'

/** A name of the specification in another spelling: `FICODate`, `ficoDate`, `fico_date`. */
export function spell(name: string, spelling: Spelling): string {
  if (spelling === 'PascalCase') return name
  const camel = camelCased(name)
  return spelling === 'camelCase' ? camel : camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The first word in lower case: a first letter, or a run of capitals up to the one that begins the next word. */
function camelCased(name: string): string {
  const [capitals = ''] = /^[A-Z]+(?![a-z])|^[A-Z]/.exec(name) ?? []
  return capitals.toLowerCase() + name.slice(capitals.length)
}
