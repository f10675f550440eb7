/** `jsconfig`: how the loan service writes dates, names, nulls and defaults, by the conventions of its framework. (§4 call 9) */
import type { Instant } from '../../kernel/time/instant.ts'
import type { Spelling } from './spelling.ts'

export interface JsConfig {
  readonly dates: DateForm
  readonly names: Spelling
  readonly hasNulls: boolean
  readonly hasDefaults: boolean
}

/** The forms of a date, in UTC. `-0000` says that the service does not know the offset. */
const dateForms = {
  to: (instant: Instant) => `/Date(${instant}-0000)/`,
  dcjsc: (instant: Instant) => `/Date(${instant}+0000)/`,
  iso8601: (instant: Instant) => `${iso(instant).slice(0, 23)}0000`,
  iso8601do: (instant: Instant) => iso(instant).slice(0, 10),
  iso8601dt: (instant: Instant) => iso(instant).slice(0, 19).replace('T', ' '),
  rfc1123: (instant: Instant) => new Date(instant).toUTCString(),
  ut: (instant: Instant) => Math.floor(instant / 1_000),
  utm: (instant: Instant) => instant,
} as const
export type DateForm = keyof typeof dateForms

const longNames = new Map<string, string>([
  ['datehandler', 'dh'],
  ['emitcamelcasenames', 'eccn'],
  ['emitlowercaseunderscorenames', 'elun'],
  ['includenullvalues', 'inv'],
  ['excludedefaultvalues', 'edv'],
  ['timestampoffset', 'to'],
  ['dcjscompatible', 'dcjsc'],
  ['iso8601dateonly', 'iso8601do'],
  ['iso8601datetime', 'iso8601dt'],
  ['unixtime', 'ut'],
  ['unixtimems', 'utm'],
])

/** Reads a comma-separated list of `key:value`; a key alone means `true`. Unknown keys and values have no effect. */
export function jsConfigOf(text: string | undefined): JsConfig {
  const settings = new Map<string, string>()
  for (const item of (text ?? '').toLowerCase().split(',')) {
    const [key = '', value = 'true'] = item.split(':').map((part) => part.trim())
    settings.set(longNames.get(key) ?? key, longNames.get(value) ?? value)
  }
  const isOn = (key: string) => ['true', '1'].includes(settings.get(key) ?? '')
  const dates = settings.get('dh') ?? ''
  const underscored = isOn('elun') ? 'lower_underscore' : 'PascalCase'
  return {
    dates: Object.hasOwn(dateForms, dates) ? (dates as DateForm) : 'to',
    names: isOn('eccn') ? 'camelCase' : underscored,
    hasNulls: isOn('inv'),
    hasDefaults: !isOn('edv'),
  }
}

/** The configuration among the parameters of an address. Names ignore case; the last of two counts. */
export function jsConfigIn(parameters: Iterable<readonly [string, string]>): JsConfig {
  const found = [...parameters].findLast(([name]) => name.toLowerCase() === 'jsconfig')
  return jsConfigOf(found?.[1])
}

export function formatDate(instant: Instant, form: DateForm): string | number {
  return dateForms[form](instant)
}

function iso(instant: Instant): string {
  return new Date(instant).toISOString()
}
