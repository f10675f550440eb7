/** `calibrationPlan()`: what a calibration would ask. Nothing is sent. (§7) */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { type Scope, scopes } from '../questions/question.ts'
import { agendaFor } from './agenda.ts'
import { type CalibrateOptions, settled } from './calibrate-options.ts'

/** What is asked in one go. */
export interface CalibrationStep {
  readonly scope: Scope
  /** In a sentence, what is done. */
  readonly how: string
  /** What it shows; empty where it makes exchanges from which others are read. */
  readonly assumptions: readonly AssumptionId[]
}

/**
 * The steps that `calibrate` would take with these options, in their order.
 *
 * @throws {UsageError} as `calibrate`
 * @example
 * ```ts
 * const { urls, fetch, partner: { clientId, clientSecret } } = createBank()
 * const plan = calibrationPlan({ fetch, urls, credentials: { clientId, clientSecret }, only: ['tokens.errors'] })
 * plan[0]?.how // 'sends a token request with a wrong secret, and one with an unknown grant type'
 * ```
 */
export function calibrationPlan(options: CalibrateOptions): CalibrationStep[] {
  const { ids, scope: most } = settled(options)
  const items = agendaFor(ids)
  return scopes
    .slice(0, scopes.indexOf(most) + 1)
    .flatMap((scope) =>
      items
        .filter((item) => item.scope === scope)
        .map(({ story, ids: assumptions }) => ({ scope, how: story.how, assumptions })),
    )
}
