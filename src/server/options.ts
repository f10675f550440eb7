/** The options of a server, checked before it is made. */
import type { Bank } from '../bank/bank.ts'
import { createRouter } from '../bank/http/route.ts'
import { nextTurn } from '../bank/shell/pushes/event-loop.ts'
import { type BankOptions, durationFrom } from '../bank/shell/state/options.ts'
import type { Addresses } from '../contract/endpoint.ts'
import {
  checkedOptions,
  isFunction,
  isRecord,
  isTextList,
  isWholeFrom,
  type OptionRules,
  rule,
} from '../contract/options.ts'
import { UsageError } from '../core/errors.ts'
import { bytesOfBase64 } from '../core/kernel/base64.ts'
import { definedFields } from '../core/kernel/known.ts'
import { digestOf } from '../core/kernel/sha256.ts'
import type { Duration } from '../core/kernel/time/duration.ts'
import { addressesAt } from './addresses.ts'

/** Sends a request, and resolves with its answer. Rejects if no answer comes within `timeout` milliseconds. Follows no redirect. */
export type Send = (request: Request, how: { readonly timeout: number }) => Promise<Response>

/** Who may call the control API. */
interface ControlOptions {
  /** If it is given, each control call must send it: `authorization: Bearer <token>`. */
  token?: string | undefined
  /** Names of further hosts, besides this machine and the origin: calls to these hosts, and calls of their pages, are accepted. */
  hosts?: readonly string[] | undefined
}

/** What `createBankServer` takes. */
export interface BankServerOptions {
  /** The origin of the server as clients write it: `http://127.0.0.1:4010`. */
  origin: string
  /** The port on which the server listens, if the origin has another port. Pushes never go to the control API on either port. */
  port?: number | undefined
  /** The addresses of services that are not below the origin, as clients write them. */
  addresses?: Partial<Addresses> | undefined
  /** The options of the first bank, and of the template from which new banks are forked. The server sets the addresses. */
  bank?: Omit<BankOptions, 'baseUrl' | 'authUrl' | 'loanBaseUrl'> | undefined
  control?: ControlOptions | undefined
  /**
   * Names of hosts whose pages may call the services, and under which the services may be called, besides this machine and the origin.
   * Other pages are refused, and so are other names with an owner, such as `bank.example`: their owner can let them point to this machine.
   */
  pageHosts?: readonly string[] | undefined
  /**
   * Sends a push by real HTTP. It must reject if no answer comes within `timeout` milliseconds, and must follow no redirect. Without it
   * pushes are captured: not sent, but listed by `bank.pushes` with the reason.
   */
  send?: Send | undefined
  /** Names of hosts to which pushes may go, besides this machine. Pushes to other hosts are not sent, but captured. */
  pushHosts?: readonly string[] | undefined
  /** Real milliseconds after which a push without an answer has failed; by default 10,000. */
  pushTimeout?: number | undefined
  /** Returns the wall clock in milliseconds. It only serves to find idle banks: without this option no bank is ever idle. */
  now?: (() => number) | undefined
  /** Returns this many random bytes, for the ids of banks. By default the bytes are made from the seed, and are the same in every run. */
  random?: ((bytes: number) => Uint8Array) | undefined
  /** How long a bank may be idle on the wall clock before it is closed; by default 30 minutes. The first bank is never closed. */
  idle?: Duration | undefined
  /** How many banks besides the first may be open at once; by default 10,000. */
  mostBanks?: number | undefined
  /**
   * How many of its newest facts each bank keeps, of each kind: entries of the journal, requests, events with their pushes; by default
   * 10,000. There may be up to twice as many. Accounts, payments, transactions and the answers to repeated calls are always kept, and so is
   * each event that a partner has yet to receive. A journal whose first entries are not kept cannot be replayed.
   */
  keep?: number | undefined
  /** How many bytes a body may have; by default 1,048,576. */
  mostBytes?: number | undefined
  /** Receives a line for each request: its method, the pattern of its path and its status; never a body, a secret or an id. */
  log?: ((line: string) => void) | undefined
  /**
   * The banks to begin with, by their ids. `main` is for requests that name no bank, and new banks are forks of `template`. If one of these
   * two is missing, it is made with the options of `bank`.
   */
  banks?: ReadonlyMap<string, Bank> | undefined
  /**
   * Called for each new bank before the first operation on it. `from` is the id of the bank that it was forked from; `name` is the name in
   * the call that opened it.
   */
  opened?: ((id: string, bank: Bank, from?: string, name?: string) => void) | undefined
  /** Called for each bank that is closed, by a call or because it was idle for too long. */
  closed?: ((id: string) => void) | undefined
  /** Calls `run` a little later, to send changes to pages that follow a bank. By default in the next turn of the event loop. */
  soon?: ((run: () => void) => void) | undefined
  /** Awaited before an answer or a push reveals a change. It may, for example, wait until the change is on disk. */
  beforeTelling?: (() => Promise<void> | void) | undefined
}

/** A value that can be the token in a header: a blank would end it. */
export const isToken = rule<string | undefined>(
  (value) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value),
  'must be a string of letters, digits and signs without blanks',
)

const rules: OptionRules<BankServerOptions> = {
  origin: rule((value) => originOf(value) !== undefined, 'must be an origin such as "http://127.0.0.1:4010"'),
  port: isWholeFrom(1),
  addresses: isRecord,
  bank: isRecord,
  control: isRecord,
  pageHosts: isTextList,
  send: isFunction,
  pushHosts: isTextList,
  pushTimeout: isWholeFrom(1),
  now: isFunction,
  random: isFunction,
  idle: isRecord,
  mostBanks: isWholeFrom(0),
  keep: isWholeFrom(1),
  mostBytes: isWholeFrom(1_024),
  log: isFunction,
  banks: rule((value) => value instanceof Map, 'must be a Map'),
  opened: isFunction,
  closed: isFunction,
  soon: isFunction,
  beforeTelling: isFunction,
}
const controlRules: OptionRules<ControlOptions> = { token: isToken, hosts: isTextList }

/** The checked options, with their defaults. @throws {UsageError} if an option is invalid; it lists every problem */
export function serverSettingsFrom(given: BankServerOptions) {
  const how = {
    failed: 'Failed to make the server of a bank',
    advice: "Write, for example, createBankServer({ origin: 'http://127.0.0.1:4010' }).",
  }
  const options = checkedOptions<BankServerOptions>(given, rules, how)
  if (options.origin === undefined) throw new UsageError(`${how.failed}: its option origin is missing.\n${how.advice}`)
  const { control = {}, idle = { minutes: 30 }, origin, bank, ...others } = options
  const { token, hosts = [] } = checkedOptions<ControlOptions>(control, controlRules, {
    failed: `${how.failed}: its control API`,
    advice: "Write control: { token: 'a secret', hosts: ['bank.example'] }, or leave it out.",
  })
  const at = originOf(origin) as string
  const addresses: Addresses = { ...addressesAt(at), ...others.addresses }
  return {
    mostBanks: 10_000,
    keep: 10_000,
    mostBytes: 1_048_576,
    pushTimeout: 10_000,
    soon: nextTurn,
    now: () => 0,
    random: bytesFrom(bank?.seed),
    pageHosts: [] as readonly string[],
    pushHosts: [] as readonly string[],
    ...definedFields(others),
    origin: at,
    addresses,
    /** The options of the template, with the addresses of the server. */
    template: { ...bank, ...addresses },
    controlToken: token,
    controlHosts: hosts,
    /** Milliseconds without a request after which a bank is closed. */
    idleFor: durationFrom(idle, 'close banks that were idle for'),
    /** Finds the row of a call to a service. All banks share it. */
    route: createRouter(addresses),
  }
}

export type ServerSettings = ReturnType<typeof serverSettingsFrom>

/** The origin in a text, in the spelling of URLs; undefined if the text is anything but an origin of http or https. */
export function originOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined
  const { protocol, origin, href } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && href === `${origin}/` ? origin : undefined
}

/** Returns a function that makes bytes from the seed of the first bank; the bytes differ at each call. */
function bytesFrom(seed: BankOptions['seed'] = 1): (bytes: number) => Uint8Array {
  let calls = 0
  return (bytes) => {
    calls += 1
    return bytesOfBase64(digestOf(`bank ${calls} of ${seed}`)).slice(0, bytes)
  }
}
