/** Where a failing run parted from the clean one: the first thing that went another way, beside what the run was struck with. */
import type { Bank } from '../../../bank.ts'

interface Step {
  readonly at: string
  readonly what: string
  /** What stands for it in another run, whose ids are others. */
  readonly like: string
}

/** The first difference, as two lines for people; undefined where there is none. */
export function partingOf(run: Bank, clean: Bank): string[] {
  const [own, others] = [stepsOf(run), stepsOf(clean)]
  const index = own.findIndex(({ like }, place) => like !== others[place]?.like)
  const place = index === -1 ? own.length : index
  if (place === own.length && place >= others.length) return []
  return [`here   ${textOf(own[place])}`, `clean  ${textOf(others[place])}`]
}

function textOf(step: Step | undefined): string {
  return step ? `${step.at.slice(11, 19)}  ${step.what}` : 'nothing more'
}

function stepsOf(bank: Bank): Step[] {
  const requests = bank.requests.map(({ at, method, url, status, fault }): Step => {
    const call = `${method} ${new URL(url).pathname}`
    const outcome = status === 0 ? 'no answer' : `${status}`
    // What struck it is known; what is looked for is what comes of that.
    return { at, what: `${call} ${outcome}`, like: `${call.replace(ids, 'ID')}${fault ? '' : ` ${outcome}`}` }
  })
  const pushes = bank.pushes.map(({ at, notification: { eventName }, outcome }): Step => {
    const what = `push of ${eventName} ${outcome}`
    return { at, what, like: what }
  })
  return [...requests, ...pushes].sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
}

const ids = /[\da-f]{8}-[\da-f-]{27}/gi
