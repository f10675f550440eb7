/** The options of `openapi`, checked before anything is made. */
import type { BankOptions } from '../bank/shell/state/options.ts'
import { checkedOptions, isOneOf, isRecordOf, isText, type OptionRules } from '../contract/options.ts'

/** The options of `openapi`; every one is optional. */
export interface OpenApiOptions extends Pick<BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl' | 'assume'> {
  /** `specified`: only the calls and events of the specification. By default, also those that are published or assumed. */
  only?: 'specified' | undefined
}

const rules: OptionRules<OpenApiOptions> = {
  only: isOneOf(['specified']),
  baseUrl: isText,
  authUrl: isText,
  loanBaseUrl: isText,
  assume: isRecordOf('ids with values'),
}

/** Checks the options. Returns `only`, and the options of the bank whose contract is documented, which `createBank` checks. */
export function optionsFrom(given: OpenApiOptions): { only: 'specified' | undefined; bank: BankOptions } {
  const { only, ...bank } = checkedOptions(given, rules, {
    failed: 'Failed to make the OpenAPI document',
    advice: "Write openapi({ only: 'specified' }), say. (§4)",
  })
  return { only, bank: { ...bank, seed: 7 } }
}
