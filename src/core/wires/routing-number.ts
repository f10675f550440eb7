/** Wire routing numbers: nine digits whose sum, weighted 3 7 1, is divisible by ten. (§2.2) */

/** Whether a text is nine digits with a right check digit; nine zeros are nobody's. */
export function isRoutingNumber(text: string): boolean {
  return /^\d{9}$/.test(text) && text !== '000000000' && checksum(text) % 10 === 0
}

function checksum(digits: string): number {
  let sum = 0
  for (let index = 0; index < digits.length; index++) sum += Number(digits[index]) * ([3, 7, 1] as const)[index % 3]!
  return sum
}
