/** THE TABLE of control calls: everything that can be done to a bank besides its API. Routing, checks and the OpenAPI document read it. */

import { bankCalls, stateCalls } from './calls/banks.ts'
import { clockCalls } from './calls/clock.ts'
import { faultCalls, pushCalls } from './calls/pushes.ts'
import { deskCalls, loanCalls, partnerCalls } from './calls/records.ts'
import { reportCalls } from './calls/reports.ts'
import { documentOf } from './document.ts'
import { byHand, type ControlRows } from './row.ts'
import { answers } from './schemas/calls.ts'

export const controlCalls: ControlRows = {
  ...bankCalls,
  ...clockCalls,
  ...stateCalls,
  ...faultCalls,
  ...pushCalls,
  ...deskCalls,
  ...partnerCalls,
  ...loanCalls,
  ...reportCalls,
  readOpenApi: byHand(
    'GET /openapi.json',
    'describe the services and the control API as a document of OpenAPI 3.1',
    { section: '§4', answer: answers.document },
    ({ hosted }) => documentOf(hosted, controlCalls),
  ),
}
