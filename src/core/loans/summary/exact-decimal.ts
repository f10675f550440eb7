/** Decimals of any length as normalised texts: equal numbers are equal texts. Comparing costs time linear in their length. */

/** A decimal without needless zeros or sign: `-0012.50` is `-12.5`. Undefined for a text that is no decimal. */
export function exactDecimal(text: string): string | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined
  const isNegative = text.startsWith('-')
  let start = isNegative ? 1 : 0
  while (text[start] === '0' && isDigit(text[start + 1])) start++
  const digits = withoutLastZeros(text.slice(start))
  return isNegative && digits !== '0' ? `-${digits}` : digits
}

/** A decimal without trailing zeros. */
export function withoutLastZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal
  let end = decimal.length
  while (decimal[end - 1] === '0') end--
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}

/** Compares two exact decimals: the sign of the result says which is greater. */
export function compareDecimals(first: string, second: string): number {
  const [isNegative, isOtherNegative] = [first.startsWith('-'), second.startsWith('-')]
  if (isNegative !== isOtherNegative) return isNegative ? -1 : 1
  return isNegative ? compareSizes(second.slice(1), first.slice(1)) : compareSizes(first, second)
}

/** Whole parts compare by length first; decimal places compare as texts, as both begin at the first place. */
function compareSizes(first: string, second: string): number {
  const [whole = '', places = ''] = first.split('.')
  const [otherWhole = '', otherPlaces = ''] = second.split('.')
  return whole.length - otherWhole.length || compareTexts(whole, otherWhole) || compareTexts(places, otherPlaces)
}

function compareTexts(first: string, second: string): number {
  if (first === second) return 0
  return first < second ? -1 : 1
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter !== '.'
}
