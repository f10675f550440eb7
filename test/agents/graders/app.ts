/** What all tasks have in common: the settings of a solution, and its process in a scene. */
import type { Process, Scene } from 'vostro/explore'

/** A solution, as `tasks/common.md` asks for it. */
export interface App {
  start(): Promise<void>
  receive(request: Request): Promise<Response>
  tick(): Promise<void>
}

export type CreateApp<Own extends App = App> = (settings: Record<string, unknown>) => Own

const callbackUrl = 'https://partner.example/hooks'

/** Starts a solution in a process that a change may end, with a table that outlives it, and its scheduler. */
export async function startApp<Own extends App>(
  { bank, process }: Scene,
  createApp: CreateApp<Own>,
): Promise<Process<Own>> {
  const table = new Map()
  return await process(async ({ fetch, connect, every, sleep }) => {
    const { accountNumber } = bank.masterAccount
    const app = createApp({
      ...bank.urls,
      ...bank.partner,
      partnerId: bank.partner.id,
      accountNumber,
      callbackUrl,
      fetch,
      table,
    })
    connect(callbackUrl, (request) => app.receive(request))
    // What supervises a process starts it again.
    for (let isStarted = false; !isStarted; ) {
      isStarted = await app.start().then(
        () => true,
        () => sleep({ minutes: 1 }).then(() => false),
      )
    }
    every({ minutes: 10 }, () => app.tick())
    return app
  })
}

/** Calls again what rejects, as the task says. */
export async function persistent({ sleep }: Scene, call: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await call()
      return
    } catch (error) {
      if (tries === 20) throw error
      await sleep({ minutes: 5 })
    }
  }
}

export const receiver = { routingNumber: '011000138', accountNumber: '9876543210', name: 'Example Supplies' }
