/** The happenings of faults. */
import { telling } from '../telling.ts'

const fault = (became: string) =>
  telling<{ faultId: string; fault: string }>('bank', (facts) => `fault ${facts.fault} ${became}`)

export const faultHappenings = {
  'fault.injected': fault('injected'),
  'fault.struck': fault('struck'),
}
