/** The calls that a person makes on the page: it makes them, keeps what was clicked, and opens their forms. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { View } from '../view.ts'
import { lineOf } from './as-line.ts'
import type { Asking } from './call-form.tsx'
import { choicesFor } from './choices.ts'
import type { Click } from './clicked.tsx'
import { type Answered, bodyOf, type Call, type Control, type Given } from './control.ts'

/** What came of the last call. */
export interface Outcome extends Answered {
  readonly call: Call
  readonly given: Given
  /** The number of the first step after the call, counted from the first step of the bank. */
  readonly step: number
}

export interface Calls {
  readonly all: readonly Call[]
  readonly clicks: readonly Click[]
  readonly outcome: Outcome | undefined
  readonly asking: Asking | undefined
  readonly ask: (call: Call, given: Given) => Promise<Answered>
  /** Makes a call at once. */
  readonly make: (name: string, given?: Given) => void
  /** Opens the form of a call. `named`: the parameters that are known, and for which the form does not ask. */
  readonly open: (name: string, label: string, view: View, named?: Given['named']) => void
}

/** @param size - how many steps the bank has made */
export function useCalls(control: Control, size: number): Calls {
  const [all, setAll] = useState<readonly Call[]>([])
  const [clicks, setClicks] = useState<readonly Click[]>([])
  const [outcome, setOutcome] = useState<Outcome | undefined>()
  const [asking, setAsking] = useState<Asking | undefined>()
  const number = useRef(0)
  useEffect(() => {
    control.calls().then(setAll)
  }, [control])

  const find = (name: string) => all.find(({ operationId }) => operationId === name) as Call
  const ask = async (call: Call, given: Given) => {
    const answered = await control.ask(call, given)
    if (answered.isDone && call.method === 'GET') return answered
    setOutcome({ ...answered, call, given, step: size })
    if (answered.isDone) {
      const { value } = answered
      const click = { line: lineOf(call, given, value), curl: control.curlOf(call, given), answer: value }
      setClicks((before) => [...before, click])
    }
    return answered
  }
  const open = async (name: string, label: string, view: View, named: Given['named'] = {}) => {
    const call = find(name)
    const choices = await choicesFor(call, all, control, view)
    number.current += 1
    const own = number.current
    const close = () => {
      // The form of a call that was opened later stays.
      setAsking((now) => (now?.number === own ? undefined : now))
      setOutcome((now) => (now?.isDone ? now : undefined))
    }
    setAsking({ number: own, call, label, named, start: startOf(call, view), choices, close })
  }
  return { all, clicks, outcome, asking, ask, make: (name, given = { named: {} }) => ask(find(name), given), open }
}

/** Returns the body that a form opens with: the present time of the clock, or the example of the call. The newest snapshot is chosen. */
function startOf(call: Call, { bank }: View): object | undefined {
  const last = bank.steps.at(-1)
  if (call.operationId === 'restoreSnapshot') return undefined
  return call.operationId === 'advanceClockTo' ? { to: last?.until ?? last?.at } : bodyOf(call)?.example
}
