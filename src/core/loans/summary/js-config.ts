/** `jsconfig`: how the loan service writes dates, names, nulls and defaults, by the conventions of its framework. (§4 call 9) */
import type { Instant } from '../../kernel/time/instant.ts'

export interface JsConfig {
  readonly dates: DateForm
  readonly names: Spelling
  readonly hasNulls: boolean
  readonly hasDefaults: boolean
}

/** The form of a written date (null for a whole number), and a function that writes it. */
type WrittenDate = readonly [form: RegExp | null, write: (instant: Instant) => string | number]
const rows = {
  to: [/^\/Date\(-?\d+-0000\)\/$/, (instant) => `/Date(${instant}-0000)/`],
  dcjsc: [/^\/Date\(-?\d+\+0000\)\/$/, (instant) => `/Date(${instant}+0000)/`],
  iso8601: [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/, (instant) => `${iso(instant).slice(0, 23)}0000`],
  iso8601do: [/^\d{4}-\d\d-\d\d$/, (instant) => iso(instant).slice(0, 10)],
  iso8601dt: [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, (instant) => iso(instant).slice(0, 19).replace('T', ' ')],
  rfc1123: [/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/, (instant) => new Date(instant).toUTCString()],
  ut: [null, (instant) => Math.floor(instant / 1_000)],
  utm: [null, (instant) => instant],
} as const satisfies { readonly [form: string]: WrittenDate }
export type DateForm = keyof typeof rows

/** The forms of a date, in UTC. `-0000` in a date says that its offset is not known. */
export const dateForms: { readonly [Form in DateForm]: WrittenDate } = rows

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

/** Reads the `jsconfig` of an address. Its name may be in upper or lower case; if the parameter comes twice, the last one counts. */
export function jsConfigIn(parameters: Iterable<readonly [string, string]>): JsConfig {
  const found = [...parameters].findLast(([name]) => name.toLowerCase() === 'jsconfig')
  return jsConfigOf(found?.[1])
}

function iso(instant: Instant): string {
  return new Date(instant).toISOString()
}

/** The specification spells field names in `PascalCase`. */
export type Spelling = 'PascalCase' | 'camelCase' | 'lower_underscore'

/** A name of the specification in another spelling: `FICODate`, `ficoDate`, `fico_date`. */
export function spell(name: string, spelling: Spelling): string {
  if (spelling === 'PascalCase') return name
  const camel = camelCased(name)
  return spelling === 'camelCase' ? camel : camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Writes the first word in lower case: the first letter, or all leading capitals but the one that begins the next word. */
function camelCased(name: string): string {
  const [capitals = ''] = /^[A-Z]+(?![a-z])|^[A-Z]/.exec(name) ?? []
  return capitals.toLowerCase() + name.slice(capitals.length)
}
