/** Wire routing numbers: nine digits whose sum, weighted 3 7 1, is divisible by ten. (§2.2) */

/** True if a text is nine digits with a valid check digit. Nine zeros are not, because they belong to no institution. */
export function isRoutingNumber(text: string): boolean {
  return /^\d{9}$/.test(text) && text !== '000000000' && routingCheckDigit(text) === Number(text[8])
}

/** Returns the ninth digit for the first eight. */
export function routingCheckDigit(digits: string): number {
  let sum = 0
  for (let index = 0; index < 8; index++) sum += Number(digits[index]) * ([3, 7, 1] as const)[index % 3]!
  return (10 - (sum % 10)) % 10
}
