/** vostro/conformance: one scenario of a partner, at this bank and at the real service, and where the two part. */
export { conformance } from './conformance.ts'
export type {
  ConformanceCredentials,
  ConformanceExplanation,
  ConformanceOptions,
  ConformanceReport,
  ConformanceScenario,
  ConformanceScene,
  Difference,
  RealService,
  Recorded,
} from './scene.ts'
