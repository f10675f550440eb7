/** Writes spans of time for the messages of `vostro/sandbox`. */
import { DAY, HOUR, MINUTE, SECOND } from '../../core/kernel/time/instant.ts'

const units = [
  [DAY, 'days'],
  [HOUR, 'hours'],
  [MINUTE, 'minutes'],
] as const

/** A span in its largest unit, if it has at least two of it: `90 s`, `12 minutes`, `6.5 days`. */
export function spanText(milliseconds: number): string {
  const unit = units.find(([size]) => milliseconds >= 2 * size)
  if (unit === undefined) return `${Math.ceil(milliseconds / SECOND)} s`
  const [size, name] = unit
  return `${Math.round((milliseconds / size) * 10) / 10} ${name}`
}
