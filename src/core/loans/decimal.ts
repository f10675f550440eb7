/** Decimals of the loan service: texts with six places, calculated as whole millionths so that no digit is lost. (§2.10) */

/** Writes a decimal with six places, without leading zeros or a needless sign: `0012.5` becomes `12.500000`. */
export function sixPlaces(decimal: string): string {
  return decimalText(millionths(decimal))
}

export function millionths(decimal: string): bigint {
  const [whole = '0', places = ''] = decimal.split('.')
  return BigInt(whole + places.padEnd(6, '0'))
}

export function decimalText(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0')
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** Divides two whole numbers. The result is rounded half away from zero. */
export function quotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const rounded = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -rounded : rounded
}
