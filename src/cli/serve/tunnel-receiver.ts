/** The receiver of pushes while a service is calibrated: a port of this machine, to which a tunnel leads. */
import type { Receiver } from '../../sandbox/service/session.ts'
import { listen } from './listen.ts'

/** Longer than any service waits for the answer to a push. */
const LONGEST_SECONDS = 86_400

/** Listens only while a question needs pushes. */
export function receiverAt(url: string, port: number): Receiver {
  return {
    url,
    listen: async (answer) => {
      const open = await listen({ host: '127.0.0.1', port, requestTimeout: LONGEST_SECONDS }, answer)
      return () => void open.close()
    },
  }
}
