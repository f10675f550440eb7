/** Why a probe stopped before it could tell: its calls or its patience were used up. */

/** Ends a probe, which is no defect: what it has not told by then cannot be told, for this reason. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}
