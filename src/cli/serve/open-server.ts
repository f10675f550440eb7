/** Makes the server behind the port, and connects it to this machine: to the state file, wall clock, random bytes, and HTTP for pushes. */
import { randomBytes } from 'node:crypto'
import type { Bank } from '../../bank/bank.ts'
import { isNoAnswer } from '../../bank/http/no-answer.ts'
import { portOf } from '../../bank/port.ts'
import { addToReport, reportedConduct } from '../../bank/reports/report.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { Addresses } from '../../contract/endpoint.ts'
import { addressesAt, BANK_HEADER, MAIN, placeOf, TEMPLATE } from '../../server/addresses.ts'
import type { BankRecord } from '../../server/banks/hosted-bank.ts'
import type { BankServerOptions } from '../../server/options.ts'
import { refusalOf, refusedBy } from '../../server/refusal.ts'
import { createBankServer } from '../../server/server.ts'
import { collectFrom, writeMet } from '../../suite/coverage/write-met.ts'
import { mutantAsked } from '../../suite/mutants/asked.ts'
import type { Terminal } from '../command.ts'
import type { ServeSettings } from '../options/serve-options.ts'
import type { Answer } from './listen.ts'
import { RealTime } from './real-time.ts'
import { sender } from './send.ts'

/** Where a server is, and who may control it. */
type Standing = Pick<BankServerOptions, 'origin' | 'port' | 'addresses' | 'control'>

export interface OpenServer {
  readonly answer: (request: Request, service?: keyof Addresses) => ReturnType<Answer>
  /** The bank for requests that name no bank. */
  readonly first: BankRecord
  /** Ends the streams of clients, which would never end by themselves. A moment later it also ends the pushes that have no answer yet. */
  readonly endWaiting: () => void
  /** Resolves when no request is under way any more, and everything is on disk. */
  readonly close: () => Promise<void>
}

/** Milliseconds between two messages to the pages that follow a bank. Each message has the whole trace, so messages are rare. */
const TOGETHER = 1_000

/** Milliseconds that receivers still have for their answers when the process ends. */
const MOMENT = 500

export async function openServer(
  bank: BankOptions,
  settings: ServeSettings,
  standing: Standing,
  { stderr: log }: Terminal,
): Promise<OpenServer> {
  const { idle, pushTimeout, realTime = false } = settings
  const state = await stateOf(settings, log)
  const kept = state?.keeping({ ...bank, ...addressesAt(standing.origin), ...standing.addresses })
  const moved = (id: string) => server.banks.find((each) => each.id === id)?.send()
  // With --real-time the clocks of the banks follow a clock that never jumps: the wall clock of a machine may be set.
  const now = () => performance.now()
  const time = realTime === false ? undefined : new RealTime({ factor: Number(realTime), now, moved, log })
  const ended = new AbortController()
  const breakBank = await mutantAsked()
  /** For each bank, the function that writes its coverage and conduct when the bank ends. */
  const endings = new Map<string, () => void>()
  const begin = (id: string, opened: Bank, name?: string) => {
    if (endings.has(id)) return
    endings.set(id, observeBank(id, opened, name))
    breakBank?.(portOf(opened))
    // The template's clock never runs: new banks are forks of it.
    if (id !== TEMPLATE) time?.begin(id, opened)
  }
  const end = (id: string) => {
    endings.get(id)?.()
    endings.delete(id)
    time?.end(id)
  }
  const server = createBankServer({
    ...standing,
    bank,
    pageHosts: settings.pageHost,
    send: sender(ended.signal),
    pushHosts: settings.allowHost,
    pushTimeout: pushTimeout && pushTimeout * 1_000,
    // Clients live by the wall clock: it decides when a bank is idle.
    now: Date.now,
    random: randomBytes,
    idle: idle ? { minutes: idle } : undefined,
    mostBanks: settings.mostBanks,
    keep: settings.keep,
    mostBytes: settings.mostBytes,
    // A person watches the page: all changes within a second of real time go into one message.
    soon: (run) => void setTimeout(run, TOGETHER).unref(),
    log: settings.verbose ? log : undefined,
    ...kept,
    opened: (id, opened, _from, name) => {
      kept?.opened(id, opened)
      begin(id, opened, name)
    },
    closed: (id) => {
      kept?.closed(id)
      end(id)
    },
  })
  for (const each of server.banks) begin(each.id, each.bank)
  const [first] = server.banks
  return {
    answer: (request, service) => {
      const id = time && !service ? controlledBy(request) : undefined
      if (id !== undefined) time?.catchUp(id)
      const ask = () => server.answer(request, service)
      return answered(state ? state.retried().then(ask) : ask(), request, log)
    },
    first: (first as NonNullable<typeof first>).record,
    endWaiting: () => {
      server.endStreams()
      // A receiver in another process gets a moment of real time for its answer.
      setTimeout(() => ended.abort(), MOMENT)
    },
    close: async () => {
      time?.stop()
      await server.close()
      for (const id of [...endings.keys()]) end(id)
      await state?.close()
    },
  }
}

async function stateOf({ state }: ServeSettings, say: Terminal['stderr']) {
  if (state === undefined) return undefined
  const { openStateFile } = await import('../state/state-file.ts')
  return await openStateFile(state, { say })
}

/** The id of the bank that a control call is about; undefined for a call of a service, before which `RealTime` itself advances the clock. */
function controlledBy({ url, headers }: Request): string | undefined {
  const { part, bankId } = placeOf(new URL(url).pathname)
  return part === 'control' ? ((bankId ?? headers.get(BANK_HEADER))?.toLowerCase() ?? MAIN) : undefined
}

/** The answer; undefined if a fault keeps it back, or the client has gone. */
async function answered(answer: Promise<Response>, request: Request, log: Terminal['stderr']) {
  try {
    return await answer
  } catch (error) {
    if (isNoAnswer(error) || request.signal.aborted) return undefined
    log(refusalOf(error).message)
    return refusedBy(error)
  }
}

/** @returns the function that writes the coverage and conduct of a bank when it ends, as test kits do after each test */
function observeBank(id: string, bank: Bank, name = `bank ${id}`): () => void {
  const port = portOf(bank)
  const test = { file: 'vostro', name }
  collectFrom(port)
  return () => {
    writeMet([port], test)
    // The template answers no client, so it has no conduct: clients use its forks.
    if (id === TEMPLATE) return
    addToReport(() => ({
      kind: 'bank',
      test,
      outcome: null,
      message: null,
      trace: null,
      findings: reportedConduct(bank, null),
    }))
  }
}
