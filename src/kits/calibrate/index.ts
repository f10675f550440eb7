/** vostro/calibrate: what a real service does where the specification is silent. */
export type { Calibration, Observation } from '../../core/assumptions/observation.ts'
export { calibrate } from './calibrate.ts'
export type { CalibrateCredentials, CalibrateOptions, Receiver } from './calibrate-options.ts'
export type { AssumptionFinding } from './finding.ts'
export type { CalibrationReport } from './report.ts'
export type { Scope } from './scope.ts'
