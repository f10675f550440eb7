/** Advances the clock to an instant. Stops on the way at each instant at which something is due, and waits for handlers there. */

import type { Happening } from '../../../core/happening.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { CLOCK } from '../../../core/turn.ts'
import type { Shell } from '../state/shell.ts'
import type { PushSender } from './push-sender.ts'
import type { SettleOptions } from './receiver.ts'

interface Advancing {
  readonly shell: Shell
  readonly sender: PushSender
}

export function advanceThrough(advancing: Advancing, target: Instant, options?: SettleOptions): Promise<Happening[]> {
  const { shell, sender } = advancing
  // For a target in the past, the operation throws its own refusal.
  if (target < shell.state.world.now) shell.perform('clock.advance', { to: target }, CLOCK)
  return shell.hear(() => sender.time.during(() => goThrough(advancing, target, options)))
}

/** Goes to an instant, as a call that the partner's code awaits. */
export function goTo(advancing: Advancing, target: Instant): Promise<void> {
  return advancing.sender.attend('bank.clock.advanceAsync()', () => goThrough(advancing, target))
}

async function goThrough({ shell, sender }: Advancing, target: Instant, options?: SettleOptions): Promise<void> {
  const move = (to: Instant) => shell.perform('clock.advance', { to }, CLOCK)
  let isThere = false
  const step = () => {
    isThere = shell.state.world.now >= target || sender.isNested
    if (isThere) return
    // If pushes are open (begun and not answered), an advance by zero schedules their time-outs.
    if (shell.state.world.webhooks.openPushes.length > 0) move(shell.state.world.now)
    const { now, schedule } = shell.state.world
    move(Math.max(Math.min(schedule.first()?.at ?? target, sender.time.nextAt() ?? target, target), now))
  }
  // `step` moves the clock as soon as there is no handler left to wait for, even if other calls wait, too.
  for (;;) {
    await sender.settleOpen(options, step)
    if (isThere) break
    await sender.time.arrived()
  }
  if (sender.time.timePasses) await sender.settleOpen(options)
  else await sender.settle(options)
}
