/** Any text, for properties. */
import * as fc from 'fast-check'

/** Where the halves of pairs begin, which are no characters alone, and how many there are. */
const [HALVES, COUNT] = [0xd800, 0x800]

/** Any character. The unit `binary` of fast-check is the same, and takes a second to make a table of all of them. */
const character = fc.integer({ min: 0, max: 0x10_ffff - COUNT }).map(
  (number) => String.fromCodePoint(number < HALVES ? number : number + COUNT),
  (text) => {
    const [first, ...more] = typeof text === 'string' ? text : ''
    const point = first?.codePointAt(0)
    if (point === undefined || more.length > 0) throw new Error('It is not one character.')
    return point < HALVES ? point : point - COUNT
  },
)

/** Texts of any characters. */
export const anyText = fc.string({ unit: character })
