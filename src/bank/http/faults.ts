/** The stages of faults (§7): the fault that strikes a request, and the pushes that go before its answer. */
import { secondsOfFault } from '../../core/faults/fault.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { isTimeFollowed, passing } from './client.ts'
import { faultBefore, takesTime } from './perform-or-strike.ts'
import { afterAnswer, type Stage } from './stage.ts'

/** Finds the fault that strikes, and lets its seconds pass first if the bank's clock advances by itself. */
export const faults: Stage = (service, call, next) => {
  const { shell } = service
  if (!call.fault && shell.state.world.faults.open.length === 0) return next(call)
  const journalSize = shell.state.journal.size
  const fault = call.fault ?? faultBefore(service, call)
  if (!fault || !takesTime(fault) || !isTimeFollowed(service)) return next({ ...call, fault, journalSize })
  // Journal entries that are added while the request waits belong to other calls.
  return passing(service, secondsOfFault(fault)).then(() => next({ ...call, fault }))
}

/** Delivers the pushes that the call has caused before its answer, where the outbox or a fault says so. Of the answer, it reads what `performOrStrike` set. */
export const pushesFirst: Stage = ({ shell, sender }, call, next) =>
  afterAnswer(next(call), (answer) => {
    const { pushMode } = shell.state.world.webhooks
    if (!answer.isDone || !(pushMode === 'beforeAnswer' || (answer.fault && faultKinds[answer.fault].pushesGoFirst)))
      return answer
    return sender.settleDue().then(
      () => answer,
      (error: unknown) => {
        // A client that gave up does not see the error, so the next call of the function API throws it.
        throw call.asking.signal?.aborted ? shell.defect(error, true) : error
      },
    )
  })
