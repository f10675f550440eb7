/** Reads the data in the file of a trace as the page reads it. */
import { inflateRawSync } from 'node:zlib'
import type { TraceData } from '../../../../src/bank/reports/trace/trace-data.ts'

export function dataIn(html: string): TraceData {
  const [, type, text = ''] = /<script type="([^"]+)" id="data">([^<]*)<\/script>/.exec(html) ?? []
  const json = type === 'application/json' ? text : inflateRawSync(Buffer.from(text, 'base64')).toString()
  return JSON.parse(json) as TraceData
}
