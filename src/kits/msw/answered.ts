/** What a client gets through MSW: the bank's answer, or a broken network where a fault of the test keeps the answer back. */
import { HttpResponse } from 'msw'
import { isNoAnswer } from '../../http/strike.ts'

/** The answer, as MSW gives it to the client. */
export async function answered(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    if (isNoAnswer(error)) return HttpResponse.error()
    throw error
  }
}
