/** The options of `openapi`, checked before anything is made. */
import type { BankOptions } from '../bank/shell/state/options.ts'
import { checkedOptions, isOneOf, isRecordOf, isText, type OptionRules } from '../contract/options.ts'

/** What `openapi` takes; everything is optional. */
export interface OpenApiOptions extends Pick<BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl' | 'assume'> {
  /** `specified`: only what the specification has; without it what is published or assumed too. */
  only?: 'specified' | undefined
}

const rules: OptionRules<OpenApiOptions> = {
  only: isOneOf(['specified']),
  baseUrl: isText,
  authUrl: isText,
  loanBaseUrl: isText,
  assume: isRecordOf('ids with values'),
}

/** The options as they are used: which calls, and the bank whose contract it is. `createBank` checks what goes to it. */
export function optionsFrom(given: OpenApiOptions): { only: 'specified' | undefined; bank: BankOptions } {
  const { only, ...bank } = checkedOptions(given, rules, {
    failed: 'Failed to make the OpenAPI document',
    advice: "Write openapi({ only: 'specified' }), say. (§4)",
  })
  return { only, bank: { ...bank, seed: 7 } }
}
