/** Which pushes are signed: those of a registration that has a secret, its own or the one of the catalogue. (§6) */
import { operationOf } from '../finder.ts'
import { base64Of } from '../kernel/base64.ts'
import { drawsOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { Reading, Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { findRegistration } from './find-registration.ts'
import { changeRegistration } from './push-attempt.ts'

/** Lets the pushes of a registration be signed from now on: with a secret that is given, with the one it has, or with a new one. */
export const signRegistration = operationOf(findRegistration, 'sign the pushes of', sign)

function sign(turn: Turn, slot: number, { id, secret }: { id: string; secret?: string | undefined }) {
  const { world } = turn
  const own = secret ?? secretOf(turn, slot) ?? seededSecret(world, streams.webhookSecret, slot)
  const { eventName, callbackUrl, secret: before } = world.webhooks.registrations.at(slot)
  if (own !== before) {
    changeRegistration(world, slot, { secret: own })
    turn.tell({ what: 'webhook.changed', registrationId: id, eventName, callbackUrl })
  }
  return { secret: own }
}

/** The secret with which the pushes of the registration at `slot` are signed; null where they are not. */
export function secretOf({ world, assume }: Reading, slot: number): string | null {
  return world.webhooks.registrations.at(slot).secret ?? assume('webhooks.secret')
}

/** A secret that the registration at `slot` does not have. */
export function wrongSecret(world: World, slot: number): string {
  return seededSecret(world, streams.wrongSecret, slot)
}

function seededSecret({ settings: { seed } }: World, stream: number, slot: number): string {
  const draw = drawsOf(seed, stream, slot)
  return base64Of(Uint8Array.from({ length: 32 }, () => draw(256)))
}
