/**
 * The lock of a state file: a file beside it that says which process has it. A process that is gone has no lock, where its number can be
 * asked for at once. In another container the same number is another process, whatever the name of the host: there, and on another
 * machine, a process says every five seconds that it is there, and has no lock after thirty without, or after a minute. Nor has one
 * that says nothing of whose it is, which a power failure leaves.
 */
import { linkSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import { StateFileError, unlessSystemSays } from './state-error.ts'

const SIGN_OF_LIFE = 5 * SECOND
/** Longer on another machine, whose clock may be another. */
const GONE_AFTER = { here: 30 * SECOND, elsewhere: MINUTE }

/** So often another process may be quicker. */
const TRIES = 5

/** The paths that this process has locked: its own id says nothing of a second bank in it. */
const own = new Set<string>()

/** A lock that this process has. */
export interface Lock {
  /** Whether it has it still: it may have been taken over while the process was paused, or deleted. */
  readonly isHeld: () => boolean
  /** Gives it back. */
  readonly unlock: () => void
}

interface Holder {
  readonly text: string
  /** Undefined where the lock does not say. */
  readonly pid: number | undefined
  readonly host: string | undefined
  readonly space: string
  /** Milliseconds since its process gave a sign of life. */
  readonly age: number
}

/** @throws {StateFileError} where another process has it */
export function lock(path: string, failed: string): Lock {
  const file = `${path}.lock`
  const text = JSON.stringify({ pid: process.pid, host: hostname(), space: spaceOfProcesses() })
  const refused = (fact: string) => new StateFileError(`${failed}: ${fact} (§3)`, 'locked')
  if (own.has(file)) throw refused(heldBy(`this process, ${process.pid},`, file))
  for (let count = 0; !tryLock(file, text, failed); count++) {
    const holder = holderOf(file, failed)
    if (count === TRIES || (holder && !isGone(holder))) throw refused(factOf(holder, file))
    if (holder) takeAway(file, holder, failed)
  }
  own.add(file)
  const signs = setInterval(() => giveSign(file), SIGN_OF_LIFE).unref()
  const isHeld = () => holderOf(file, failed)?.text === text
  const unlock = () => {
    clearInterval(signs)
    own.delete(file)
    if (isHeld()) rmSync(file)
  }
  return { isHeld, unlock }
}

/** Where the number of a process means this one: on Linux each container has a space of its own, elsewhere the machine has one. */
function spaceOfProcesses(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function giveSign(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Another process has taken the lock away: it says whose it is.
  }
}

/** Written beside and linked: it is there as a whole, or not at all. */
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
    // A link, or a pipe of which reading would not end, is no lock of ours.
    const text = stats.isFile() ? readFileSync(file, 'utf8') : ''
    const [, pid, host, space = ''] = /^\{"pid":(\d+),"host":"([^"]*)"(?:,"space":"([^"]*)")?\}$/.exec(text) ?? []
    const age = Date.now() - stats.mtimeMs
    return { text, pid: pid === undefined ? undefined : Number(pid), host, space, age }
  })
}

function isGone({ pid, host, space, age }: Holder): boolean {
  if (pid === undefined || host !== hostname()) return age > GONE_AFTER.elsewhere
  if (space !== spaceOfProcesses()) return age > GONE_AFTER.here
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
function takeAway(file: string, holder: Holder, failed: string): void {
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
    return `"${file}" does not say which process has it. Delete that lock if none has; it counts for nothing when it is a minute old.`
  }
  if (age <= GONE_AFTER.elsewhere) return heldBy(`process ${pid} on ${host}`, file)
  const minutes = Math.round(age / MINUTE)
  return `process ${pid} on ${host} has it, as "${file}" says, and has given no sign of life for ${minutes} min: it stands still, or is another program that has its number now. End it if it is vostro, else delete that lock.`
}

function heldBy(by: string, file: string): string {
  return `${by} has it, as "${file}" says. End that process, or give another path.`
}
