/** Parts that are made when they are first asked for: a bank that is forked costs what is used of it. */

/** The part of a name, made at the first time. */
export function madeOnce<Parts extends object, Name extends keyof Parts>(
  parts: Parts,
  name: Name,
  make: () => NonNullable<Parts[Name]>,
): NonNullable<Parts[Name]> {
  const made = parts[name] ?? make()
  parts[name] = made
  return made
}
