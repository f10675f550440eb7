/** Where pushes come in while a service is calibrated: a port of this machine, to which a tunnel leads. */
import type { Receiver } from '../../sandbox/service/session.ts'
import { listen } from './listen.ts'

/** Longer than any service waits for the answer to a push. */
const LONGEST_ANSWER = 86_400

/** Listens only while a question wants to know. */
export function receiverAt(url: string, port: number): Receiver {
  return {
    url,
    listen: async (answer) => {
      const open = await listen({ host: '127.0.0.1', port, requestTimeout: LONGEST_ANSWER }, answer)
      return () => void open.close()
    },
  }
}
