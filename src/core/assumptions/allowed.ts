/** The kinds of allowed values of an assumption, each as a function, so that the catalogue reads as a table. */

/** The allowed values of one assumption. */
export interface Allowed<Value> {
  readonly default: Value
  /** The allowed values in words: `"perService" or "shared"`. */
  readonly words: string
  /** Other allowed values, which are tried to explain a difference between this bank and a real service. */
  readonly others: readonly Value[]
  /** True if `createBank({ assume })` cannot change the value. */
  readonly isFixed: boolean
  readonly accepts: (value: unknown) => boolean
}

/** One of a few words; the first is the default. */
export const choice = <Word extends string>(...words: readonly [Word, ...Word[]]): Allowed<Word> => ({
  default: words[0],
  others: words.slice(1),
  words: words.map((word) => `"${word}"`).join(' or '),
  isFixed: false,
  accepts: (value) => words.some((word) => word === value),
})

/** A whole number within bounds. `others`: the other values to try; by default `least` and ten times `preset`. */
export const whole = (
  preset: number,
  least: number,
  most: number,
  others: readonly number[] = [least, Math.min(preset * 10, most)],
): Allowed<number> => ({
  default: preset,
  others: [...new Set(others)].filter((value) => value !== preset),
  words: `a whole number from ${least} to ${most}`,
  isFixed: false,
  accepts: (value) => Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most,
})

const ofForm = (words: string) => ({ others: [], words, isFixed: false })

/** A text of a certain form. */
export const text = (preset: string, form: RegExp, words: string): Allowed<string> => ({
  default: preset,
  ...ofForm(words),
  accepts: (value) => typeof value === 'string' && form.test(value),
})

/** A list of at least one text of a certain form, in ascending order, without duplicates. */
export const list = (preset: readonly string[], form: RegExp, words: string): Allowed<readonly string[]> => ({
  default: Object.freeze([...preset]),
  ...ofForm(words),
  accepts: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item, index) => {
      const isOfForm = typeof item === 'string' && form.test(item)
      return isOfForm && (index === 0 || (value[index - 1] as string) < item)
    }),
})

/** Either `allowed` or null; null is the default. */
export const optional = <Value>(allowed: Allowed<Value>, preset: null): Allowed<Value | null> => ({
  default: preset,
  others: [allowed.default],
  words: `${allowed.words}, or null`,
  isFixed: false,
  accepts: (value) => value === null || allowed.accepts(value),
})

/** A behaviour that no value can change. */
export interface Fixed extends Allowed<string> {
  readonly isFixed: true
}

/** The words describe the behaviour. */
export const fixed = (words: string): Fixed => ({
  default: words,
  others: [],
  words: 'no other value: for another behaviour, answer the call with a handler of your own',
  isFixed: true,
  accepts: () => false,
})
