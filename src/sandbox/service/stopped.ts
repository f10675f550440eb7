/** Why a probe stopped before it could tell: its calls or its patience were used up. */

/** Ends a probe, which is no defect: what it has not told by then cannot be told, for this reason. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
