/** Removing records of probes: twice where it fails, and once more in the end. */

import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import type { Answer } from '../../service/traffic.ts'
import type { Probe } from '../probe.ts'
import { idIn } from './field.ts'
import { findMade, isKnown, listed, lostOf } from './making.ts'

/** The kinds that a call can remove. */
type Removable = 'restriction' | 'registration'

const failed = new WeakMap<Service, { readonly kind: Removable; readonly id: string }[]>()

/** Statuses that a second call would only get again. */
const FINAL: readonly number[] = [403, 404, 405]

/** Whether an answer says that something was removed: with its record, or with nothing. */
export const isRemoved = ({ isDone, body }: Answer): boolean => isDone && typeof body !== 'string'

function askToRemove(service: Service, kind: Removable, id: string): Promise<Answer> {
  if (kind === 'registration') return service.ask('removeWebhook', { parameters: { id } })
  return service.ask('removeRestriction', { parameters: { accountNumber: service.accountNumber, id } })
}

/**
 * Removes something that a probe made. A failed removal is tried again in the end.
 *
 * @throws {Inconclusive} where there is no answer
 */
export async function removeMade(service: Service, kind: Removable, id: string): Promise<Answer> {
  try {
    const first = await askToRemove(service, kind, id).catch(ignoreStop)
    const isOver = first !== undefined && (isRemoved(first) || FINAL.includes(first.status))
    const answer = isOver ? first : await askToRemove(service, kind, id)
    if (isRemoved(answer)) service.untrack(id)
    else keepInMind(service, kind, id)
    return answer
  } catch (error) {
    keepInMind(service, kind, id)
    throw error
  }
}

function keepInMind(service: Service, kind: Removable, id: string): void {
  const all = failed.get(service) ?? []
  if (!all.some((each) => each.id === id)) failed.set(service, [...all, { kind, id }])
}

/** A probe that ended early goes on to tidy up as far as it can. */
export function ignoreStop(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error
  return undefined
}

/** Milliseconds in which a list comes to have what was made. */
const A_WHILE = 5_000

/** Runs after all others. */
export const lastProbe: Probe = {
  name: 'what is left of all probes',
  scope: 'create',
  needs: [],
  how: 'looks for what was asked for without an answer, and removes once more what could not be removed',
  tells: {},
  run: (service) => service.traffic.tidy(() => tidyUp(service)),
}

async function tidyUp(service: Service): Promise<void> {
  const unremoved = (failed.get(service) ?? []).filter(({ id }) => service.left.some((each) => each.id === id))
  if (lostOf(service).length + unremoved.length === 0) return
  if (service.waitLeft >= A_WHILE) await service.wait(A_WHILE)
  for (const { kind, body, words } of lostOf(service)) {
    const ids = await findMade(service, kind, body).catch(ignoreStop)
    if (ids === undefined) continue
    service.untrack(words)
    for (const id of ids.filter((each) => !isKnown(service, each))) {
      service.track(kind, id)
      if (kind === 'restriction' || kind === 'registration') await removeMade(service, kind, id).catch(ignoreStop)
    }
  }
  for (const { kind, id } of unremoved) await removeAgain(service, kind, id).catch(ignoreStop)
}

async function removeAgain(service: Service, kind: Removable, id: string): Promise<void> {
  const answer = await askToRemove(service, kind, id)
  if (isRemoved(answer)) return service.untrack(id)
  if (answer.status !== 404) return
  // Perhaps it was replaced; perhaps it is only that one call that does not find it.
  const same = await listed(service, kind, (record) => idIn(record) === id)
  if (same?.length === 0) service.untrack(id)
}
