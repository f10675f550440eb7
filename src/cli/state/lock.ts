/**
 * The lock of a state file: a file beside it that names the process that holds the lock. The lock of a dead process is not valid. On the
 * same machine, in the same container, the process id shows whether the holder lives. Elsewhere the id says nothing, so each process
 * renews its lock every five seconds. A lock that is not renewed is valid for 30 seconds if its holder is in another container, and for a
 * minute if its holder is on another machine. A lock without a process, as a power failure may leave it, is valid for a minute.
 */

import { linkSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { attempt } from '../../core/kernel/attempt.ts'
import { MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import { StateFileError, unlessSystemSays } from './state-error.ts'

const SIGN_OF_LIFE = 5 * SECOND
/** How long a lock is valid without a renewal: longer if its holder is on another machine, whose clock may differ. */
const GONE_AFTER = { here: 30 * SECOND, elsewhere: MINUTE }

/** How often this process tries again if another process takes the lock first. */
const TRIES = 5

/** The locks that this process holds. Without this list, they would look like locks of an earlier process with the same id. */
const own = new Set<string>()

export interface Lock {
  /** Whether this process still has the lock: it may have been deleted, or taken over while the process was paused. */
  readonly isHeld: () => boolean
  readonly unlock: () => void
}

interface Holder {
  readonly text: string
  /** Undefined if the lock names no process. */
  readonly pid: number | undefined
  readonly host: string | undefined
  readonly space: string
  /** Milliseconds since the process renewed the lock. */
  readonly age: number
}

/** Takes the lock of a file. @throws {StateFileError} if another process has it */
export function lock(path: string, failed: string): Lock {
  const file = `${path}.lock`
  const text = JSON.stringify({ pid: process.pid, host: hostname(), space: spaceOfProcesses() })
  const refused = (fact: string) => new StateFileError(`${failed}: ${fact}`, 'locked')
  if (own.has(file)) throw refused(heldBy(`this process, ${process.pid},`, file))
  for (let count = 0; !tryLock(file, text, failed); count++) {
    const holder = holderOf(file, failed)
    if (count === TRIES || (holder && !isGone(holder))) throw refused(factOf(holder, file))
    if (holder) removeLock(file, holder, failed)
  }
  own.add(file)
  // Other processes, even on other machines, see by the wall clock whether the holder is alive.
  const signs = setInterval(() => giveSign(file), SIGN_OF_LIFE).unref()
  const isHeld = () => holderOf(file, failed)?.text === text
  const unlock = () => {
    clearInterval(signs)
    own.delete(file)
    if (isHeld()) rmSync(file)
  }
  return { isHeld, unlock }
}

/** The space in which a process id is unique: on Linux each container has its own, elsewhere the machine has one. */
function spaceOfProcesses(): string {
  return attempt(() => readlinkSync('/proc/self/ns/pid')) ?? ''
}

function giveSign(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Another process has taken the lock over: `isHeld` will return false.
  }
}

/** Takes the lock, unless there is one. A draft is written first and then linked, so that no process ever reads half a lock. */
function tryLock(file: string, text: string, failed: string): boolean {
  const draft = `${file}.${process.pid}`
  try {
    const make = () => {
      rmSync(draft, { force: true })
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
      linkSync(draft, file)
      return true
    }
    return unlessSystemSays(['EEXIST'], failed, make) === true
  } finally {
    rmSync(draft, { force: true })
  }
}

function holderOf(file: string, failed: string): Holder | undefined {
  return unlessSystemSays(['ENOENT'], failed, () => {
    const stats = lstatSync(file)
    if (stats.isDirectory()) {
      const fact = `"${file}" is a folder, and the lock must be there. Remove it, or give another path.`
      throw new StateFileError(`${failed}: ${fact}`, 'kind')
    }
    // A link or a pipe is no lock of ours, and reading a pipe may never end.
    const text = stats.isFile() ? readFileSync(file, 'utf8') : ''
    const [, pid, host, space = ''] = /^\{"pid":(\d+),"host":"([^"]*)"(?:,"space":"([^"]*)")?\}$/.exec(text) ?? []
    // The file system dates the last renewal by the wall clock.
    const age = Date.now() - stats.mtimeMs
    return { text, pid: pid === undefined ? undefined : Number(pid), host, space, age }
  })
}

function isGone({ pid, host, space, age }: Holder): boolean {
  if (pid === undefined || host !== hostname()) return age > GONE_AFTER.elsewhere
  if (space !== spaceOfProcesses()) return age > GONE_AFTER.here
  // The first process of a container has the same id at each start, so this lock is of an earlier start.
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Removes the lock of a dead process. If another process has taken the lock over meanwhile, that process gets it back. */
function removeLock(file: string, holder: Holder, failed: string): void {
  const aside = `${file}.${process.pid}.old`
  unlessSystemSays(['ENOENT', 'EEXIST'], failed, () => {
    renameSync(file, aside)
    if (holderOf(aside, failed)?.text !== holder.text) linkSync(aside, file)
  })
  rmSync(aside, { force: true })
}

function factOf(holder: Holder | undefined, file: string): string {
  if (holder === undefined) return heldBy('another process', file)
  const { pid, host, age } = holder
  if (pid === undefined) {
    return `"${file}" does not say which process has the state file. Delete that lock if no process has the file, or wait: the lock counts for a minute only.`
  }
  if (age <= GONE_AFTER.elsewhere) return heldBy(`process ${pid} on ${host}`, file)
  const minutes = Math.round(age / MINUTE)
  return `process ${pid} on ${host} has it, as "${file}" says, and has given no sign of life for ${minutes} min: it stands still, or is another program with the same id. End that process if it is vostro; otherwise delete that lock.`
}

function heldBy(by: string, file: string): string {
  return `${by} has it, as "${file}" says. End that process, or give another path.`
}
