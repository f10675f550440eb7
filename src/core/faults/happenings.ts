/** The happenings of faults. */
import type { RestsOn } from '../assumptions/catalogue.ts'
import { telling } from '../telling.ts'
import { type FaultKind, faultKinds } from './fault-kinds.ts'

interface FaultFacts {
  faultId: string
  fault: FaultKind
}

const fault = (became: string, restsOn: RestsOn<FaultFacts> = []) =>
  telling<FaultFacts>('bank', (facts) => `fault ${facts.fault} ${became}`, restsOn)

export const faultHappenings = {
  'fault.injected': fault('injected'),
  'fault.struck': fault('struck', (facts) => faultKinds[facts.fault].restsOn ?? []),
}
