/** Connections that a fault cuts, and the errors that clients know. */
import { faultKinds, type NeverAnswered, requestFaults } from '../../src/core/faults/fault-kinds.ts'

/** The faults that cut the connection, each with the error of its row. */
export const cuttingFaults = requestFaults
  .filter((kind): kind is NeverAnswered => !faultKinds[kind].isAnswered)
  .map((fault) => ({ fault, cut: faultKinds[fault].cut }))

/** Errors of sockets by their code: the number on Linux, the system calls of Node that fail with it, and what Playwright calls it. */
export const socketErrors: Readonly<Record<string, readonly [errno: number, syscalls: string[], pageError: string]>> = {
  ECONNABORTED: [-103, ['read', 'write'], 'connectionaborted'],
  ECONNREFUSED: [-111, ['connect'], 'connectionrefused'],
  ECONNRESET: [-104, ['read', 'write'], 'connectionreset'],
  EHOSTUNREACH: [-113, ['connect'], 'addressunreachable'],
  ENETUNREACH: [-101, ['connect'], 'internetdisconnected'],
  ENOTFOUND: [-3008, ['getaddrinfo'], 'namenotresolved'],
  ETIMEDOUT: [-110, ['read', 'connect'], 'timedout'],
}
