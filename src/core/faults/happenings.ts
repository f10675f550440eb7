/** What happens of faults, and how it is told. */
import { told } from '../telling.ts'

const fault = (became: string) =>
  told<{ faultId: string; fault: string }>('bank', (facts) => `fault ${facts.fault} ${became}`)

export const faultHappenings = {
  'fault.injected': fault('injected'),
  'fault.struck': fault('struck'),
}
