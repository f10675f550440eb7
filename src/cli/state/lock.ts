/**
 * The lock of a state file: a file beside it that says which process has it. A process that is gone has no lock, on this machine at
 * once; that of another machine, or of another container, says every 20 seconds that it is there, and has none after a minute.
 * Nor has one that says nothing of whose it is, which a power failure leaves.
 */

import { linkSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import { StateFileError, stateErrorOf } from './state-error.ts'

const SIGN_OF_LIFE = 20 * SECOND
const GONE_AFTER = MINUTE

/** So often another process may be quicker. */
const TRIES = 5

/** The paths that this process has locked: its own id says nothing of a second bank in it. */
const own = new Set<string>()

/** What gives the lock back. */
export type Unlock = () => void

/** @throws {StateFileError} where another process has it */
export function lock(path: string, failed: string): Unlock {
  const file = `${path}.lock`
  if (own.has(file)) throw locked(path, failed, `this process, ${process.pid},`)
  const text = JSON.stringify({ pid: process.pid, host: hostname() })
  for (let count = 0; !tryLock(file, text, failed); count++) {
    const holder = holderOf(file)
    const age = ageOf(file)
    if (count === TRIES || (holder && !isGone(holder, age))) throw lockedBy(holder, path, failed, age)
    if (holder) takeAway(file, holder)
  }
  own.add(file)
  const signs = setInterval(() => giveSign(file), SIGN_OF_LIFE)
  signs.unref()
  return () => {
    clearInterval(signs)
    own.delete(file)
    if (holderOf(file)?.text === text) unlinkSync(file)
  }
}

function giveSign(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // Somebody has taken the lock away: they say whose it is.
  }
}

interface Holder {
  /** Undefined where the lock does not say. */
  readonly process: { readonly pid: number; readonly host: string } | undefined
  readonly text: string
}

/** Written beside and linked: it is there as a whole, or not at all. */
function tryLock(file: string, text: string, failed: string): boolean {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw stateErrorOf(failed, error)
  } finally {
    remove(draft)
  }
}

function holderOf(file: string): Holder | undefined {
  try {
    const text = readFileSync(file, 'utf8')
    return { process: processIn(text), text }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw stateErrorOf(`Failed to read the lock "${file}"`, error)
  }
}

function processIn(text: string): Holder['process'] {
  try {
    const { pid, host } = JSON.parse(text) as { pid: unknown; host: unknown }
    return Number.isSafeInteger(pid) && typeof host === 'string' ? { pid: pid as number, host } : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds since its process renewed the lock; 0 where no process has it. */
function ageOf(file: string): number {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
}

function isGone({ process: holder }: Holder, age: number): boolean {
  if (holder?.host !== hostname()) return age > GONE_AFTER
  const { pid } = holder
  // The first process of a container has the same id with each start.
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Takes away the lock of a process that is gone. Where another has taken it over meanwhile, that one gets it back. */
function takeAway(file: string, holder: Holder): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (holderOf(aside)?.text !== holder.text) linkSync(aside, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw stateErrorOf(`Failed to take over the lock "${file}"`, error)
  }
  remove(aside)
}

function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It is not there.
  }
}

function lockedBy(holder: Holder | undefined, path: string, failed: string, age: number): StateFileError {
  if (holder === undefined) return locked(path, failed, 'another process')
  if (holder.process === undefined) {
    return new StateFileError(
      `${failed}: "${path}.lock" does not say which process has it. Delete that lock if none has; it counts for nothing when it is a minute old. (§3)`,
      'locked',
    )
  }
  const { pid, host } = holder.process
  if (age <= GONE_AFTER) return locked(path, failed, `process ${pid} on ${host}`)
  const minutes = Math.round(age / MINUTE)
  return new StateFileError(
    `${failed}: process ${pid} on ${host} has it, as "${path}.lock" says, and has given no sign of life for ${minutes} min: it stands still, or is another program that has its number now. End it if it is vostro, else delete that lock. (§3)`,
    'locked',
  )
}

function locked(path: string, failed: string, by: string): StateFileError {
  return new StateFileError(
    `${failed}: ${by} has it, as "${path}.lock" says. End that process, or give another path. (§3)`,
    'locked',
  )
}
