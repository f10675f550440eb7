/** A server from its options to its end: it listens, says where, answers, and ends when it is told to. */
import type { BankOptions } from '../../shell/options.ts'
import type { Terminal } from '../command.ts'
import { untilTold } from '../until-told.ts'
import { type Answer, listen } from './listen.ts'
import { openServer } from './open-server.ts'
import { readyAsJson, readyAsText } from './ready.ts'
import { controlTokenFor, originAt } from './safety.ts'
import type { ServeSettings } from './settings.ts'

/** Serves until it is told to end. */
export async function serveBank(bank: BankOptions, settings: ServeSettings, terminal: Terminal): Promise<number> {
  const { host = '127.0.0.1', port = 0, requestTimeout = 30 } = settings
  const told = untilTold()
  const controlToken = controlTokenFor(host, settings.controlToken)

  // The port is known only once it is open: who comes before the server is there waits for it.
  let isReady = (_: Answer): void => {}
  const ready = new Promise<Answer>((resolve) => {
    isReady = resolve
  })
  const open = await listen({ host, port, requestTimeout }, async (request) => (await ready)(request))
  const origin = settings.origin ?? originAt(host, open.number)
  const server = await openServer(bank, settings, { origin, controlToken }, terminal)
  isReady(server.answer)

  const facts = { origin, record: server.first, controlToken }
  await terminal.tell(settings.json ? readyAsJson(facts) : readyAsText(facts))
  const signal = await told
  terminal.log(`${signal}: what is under way is answered, then it ends.`)
  server.endWaiting()
  await open.close()
  await server.close()
  return 0
}
