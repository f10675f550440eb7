/** The property that marks a bank. Its symbol is registered, so that a bank of the CommonJS form works with handlers of the ESM form. */

export const INTERNALS: unique symbol = Symbol.for('vostro.internals') as never

export function isBank(value: unknown): value is { readonly [INTERNALS]: unknown } {
  return (value as { [INTERNALS]?: unknown } | null | undefined)?.[INTERNALS] !== undefined
}
