/** The options of `openapi`, checked before anything is made. */
import { closest } from 'fastest-levenshtein'
import { UsageError } from '../../core/errors.ts'
import type { BankOptions } from '../../shell/options.ts'

/** What `openapi` takes; everything is optional. */
export interface OpenApiOptions extends Pick<BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl' | 'assume'> {
  /** `specified`: only what the specification has; without it what is published or assumed too. */
  only?: 'specified' | undefined
}

const names = ['only', 'baseUrl', 'authUrl', 'loanBaseUrl', 'assume']

/** The options as they are used: which calls, and the bank whose contract it is. `createBank` checks what goes to it. */
export function optionsFrom(given: OpenApiOptions): { only: 'specified' | undefined; bank: BankOptions } {
  if (typeof given !== 'object' || given === null) {
    throw cannot(
      'options',
      `must be an object such as { only: 'specified' }, and is ${given === null ? 'null' : typeof given}`,
    )
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) throw cannot(unknown, `is no option; the nearest is "${closest(unknown, names)}"`)
  const { only, ...bank } = given
  if (only !== undefined && only !== 'specified') {
    throw cannot('only', `is ${JSON.stringify(only)}, allowed is "specified", or nothing`)
  }
  return { only, bank: { ...bank, seed: 7 } }
}

function cannot(path: string, message: string): UsageError {
  return new UsageError(`Failed to make the OpenAPI document: ${path} ${message}. (§4)`, [{ path, message }])
}
