/** The commands of `Include`: `Total, COUNT(*), SUM(LoanAmount) as Lent`. Reading takes time linear in the length. (§4 call 9) */

export interface Command {
  /** In upper case. */
  readonly name: string
  /** The name and its brackets, as the caller wrote them; `(*)` if brackets are missing. */
  readonly text: string
  /** The text in the brackets; `*` if they are empty. */
  readonly argument: string
  readonly isDistinct: boolean
  /** Without `as`. */
  readonly alias: string | undefined
}

/** Returns the commands in a text. Items that are no command are ignored. */
export function commandsOf(text: string): Command[] {
  return itemsOf(text).flatMap((item) => commandOf(item.trim()) ?? [])
}

/** Splits a text at its commas, but not at a comma inside brackets. */
function itemsOf(text: string): string[] {
  const items: string[] = []
  let [end, isInBrackets] = [text.length, false]
  for (let at = text.length - 1; at >= 0; at--) {
    const letter = text[at]
    if (letter === ')' || letter === '(') isInBrackets = letter === ')'
    else if (letter === ',' && !isInBrackets) {
      items.push(text.slice(at + 1, end))
      end = at
    }
  }
  items.push(text.slice(0, end))
  return items.reverse()
}

function commandOf(item: string): Command | undefined {
  const [name = ''] = /^[a-z]+/i.exec(item) ?? []
  if (name === '') return undefined
  const behind = item.slice(name.length)
  const opening = behind.trimStart()
  if (!opening.startsWith('(')) return withAlias({ name, text: `${name}(*)`, argument: '*', isDistinct: false }, behind)

  const close = behind.indexOf(')') + 1
  const argument = argumentOf(opening.slice(1, opening.indexOf(')')).trim())
  if (close === 0 || argument === undefined) return undefined
  return withAlias({ name, text: name + behind.slice(0, close), ...argument }, behind.slice(close))
}

/** A star or the name of a field, perhaps with `distinct` before it. */
function argumentOf(text: string): Pick<Command, 'argument' | 'isDistinct'> | undefined {
  const isDistinct = /^distinct\s/i.test(text)
  const argument = isDistinct ? text.slice('distinct'.length).trim() : text
  return /^(?:\*|\w*)$/.test(argument) ? { argument: argument || '*', isDistinct } : undefined
}

/** An alias is one or more words after a blank. */
function withAlias(command: Omit<Command, 'alias'>, behind: string): Command | undefined {
  const words = behind.trim()
  const name = command.name.toUpperCase()
  if (words === '') return { ...command, name, alias: undefined }
  if (words === behind) return undefined
  return { ...command, name, alias: /^as\s/i.test(words) ? words.slice('as'.length).trim() : words }
}
