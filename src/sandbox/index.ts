/**
 * vostro/sandbox: compares this bank with a real service. `calibrate` (by questions) and `calibrateFrom` (from a recording) find out what
 * the service does where the specification is silent. `conformance` runs your scenario at both, and shows the differences.
 */
export type { Calibration, Observation } from '../core/assumptions/assumed-values.ts'
export { calibrate } from './calibrate/calibrate.ts'
export type { AssumptionFinding, ContractFinding } from './calibrate/findings.ts'
export { calibrateFrom, type RecordingOptions } from './calibrate/from-recording.ts'
export {
  type CalibrateOptions,
  type CalibrationProgress,
  type CalibrationStep,
  calibrationPlan,
} from './calibrate/plan.ts'
export { type CalibrationChange, type CalibrationReport, calibrationChanges, fieldChanges } from './calibrate/report.ts'
export { conformance } from './conformance/conformance.ts'
export type {
  ConformanceExplanation,
  ConformanceOptions,
  ConformanceReport,
  ConformanceScenario,
  ConformanceScene,
  Difference,
  Recorded,
} from './conformance/scene.ts'
export type { Scope } from './questions/question.ts'
export type { ServiceAddresses } from './recordings/contract-check.ts'
export type { ServiceCredentials, ServiceOptions } from './service/service-options.ts'
