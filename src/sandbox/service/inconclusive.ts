/** Why a probe ended without a verdict: its calls or its time were used up, or an answer showed nothing. */

/** Ends a probe, which is no defect. For this reason the assumptions that it has not judged by then are unknown. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}
