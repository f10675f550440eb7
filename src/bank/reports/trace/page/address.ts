/** The address of a step: `#step=17`, and `&bank=1` where the other of two banks is looked at. */

export interface Place {
  readonly step: number
  readonly bank: number
}

/** The place that an address names, as far as it is there. */
export function placeIn(hash: string, sizes: readonly number[]): Place | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const step = Number(parameters.get('step') ?? Number.NaN)
  if (!Number.isInteger(step)) return undefined
  const asked = Number(parameters.get('bank') ?? 0)
  const bank = asked in sizes ? asked : 0
  return { step: within(step, sizes[bank] ?? 1), bank }
}

export function addressOf({ step, bank }: Place): string {
  return `#step=${step}${bank === 0 ? '' : `&bank=${bank}`}`
}

export function within(step: number, size: number): number {
  return Math.max(0, Math.min(step, size - 1))
}

/** Changes what the address bar shows. A frame that may not, as in some viewers of attachments, goes on without. */
export function replaceAddress(address: string): void {
  try {
    history.replaceState(null, '', address)
  } catch {
    // The address stays as it is.
  }
}
