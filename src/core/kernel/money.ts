/** Money: integers in minor currency units. A sum past the safe range is refused, never rounded. */

/** An amount in minor units: 100.00 is 10000. */
export type Money = number

/** The exact sum of amounts, even if a sum on the way to it is past the safe range. */
export function sumOf(amounts: readonly Money[]): Money {
  let sum = 0
  for (const amount of amounts) {
    sum += amount
    // Only such a sum can be rounded, and adding whole numbers of any size is slower.
    if (!Number.isSafeInteger(sum)) return Number(amounts.reduce((total, each) => total + BigInt(each), 0n))
  }
  return sum
}

/** Formats an amount for a person: `1,234.50`. */
export function formatMoney(amount: Money): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3}){1,5}$)/g, ',')
  return `${amount < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}
