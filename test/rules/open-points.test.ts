/**
 * The specification says in many places that something is not shown. Each such place is listed here, section by section, with
 * the entries of the assumption catalogue that speak for it; the two lists are held together.
 */
import { expect, it } from 'vitest'
import { type AssumptionId, assumptions } from 'vostro'
import { sourceFiles } from './source-files.ts'

const openPoints: [string, string, AssumptionId[]][] = [
  ['§2.3', 'the list of business function codes', ['wires.businessFunctionCodes']],
  ['§2.3', 'how the intermediary is nested', ['wires.intermediary']],
  ['§2.3', 'the names of the originatorToBeneficiary fields', ['wires.originatorToBeneficiary']],
  ['§2.3', 'which fields are mandatory', ['wires.requiredFields']],
  ['§2.6', 'the registration record', ['webhooks.record']],
  ['§2.8', 'the other two values of appliesTo', ['restrictions.appliesTo']],
  ['§2.8', 'the names of rails and the credit value', ['restrictions.values']],
  ['§2.8', 'the body field of the restriction type', ['restrictions.type']],
  ['§2.8', 'the restriction record', ['restrictions.record']],
  ['§2.9', 'the subledger record', ['subledgers.record']],
  ['§2.10', 'the meaning of the loan fields', ['loans.fields', 'loans.id', 'loans.railType']],
  ['§3', 'what moves an inbound wire on', ['wires.inboundSeconds']],
  [
    '§3',
    'what moves a wire from Created, and out of Hold',
    ['wires.reviewSeconds', 'wires.reviewOutcome', 'wires.holdMinutes'],
  ],
  ['§3', 'what sets wasReversed', ['wires.reversing']],
  ['§3', 'loan statuses and their transitions', ['loans.statuses', 'loans.moves', 'loans.stepSeconds']],
  ['§4', 'the name of the idempotency header', ['idempotency.header']],
  ['§4', 'the answer to a webhook registration', ['webhooks.record']],
  ['§4', 'the answer to a restriction', ['restrictions.record']],
  ['§4', 'the answer to a subledger request', ['subledgers.record']],
  ['§4', 'prefix, parameters and answer of the subledger list', ['subledgers.listQuery']],
  ['§4', 'listing, modifying and removing restrictions', ['restrictions.management']],
  ['§4', 'listing and removing registrations', ['webhooks.management']],
  ['§4', 'the loan webhook registration and /FundingInfo', ['loans.calls', 'loans.registration']],
  ['§6', 'the payloads of the five loan events', ['loans.eventPayloads', 'loans.otherPayloads']],
  ['§6', 'the full list of wire events', ['events.wires', 'webhooks.eventNames']],
  ['§6', 'the contents of details', ['events.details']],
  [
    '§6',
    'retries, ordering and signatures of pushes',
    [
      'webhooks.delivery',
      'webhooks.retries',
      'webhooks.retrySeconds',
      'webhooks.success',
      'webhooks.timeoutSeconds',
      'webhooks.restart',
      'webhooks.signature',
      'webhooks.body',
      'webhooks.secret',
    ],
  ],
  ['§6', 'the names of subledger events', ['events.subledgers']],
  ['§7', 'the body of an error', ['errors.body', 'tokens.errors', 'loans.errors']],
  ['§7', 'other status codes and error codes', ['errors.codes']],
  ['§7', 'the error of a blocked transaction', ['errors.blockedTransaction', 'wires.rejected']],
  ['§8', 'rate limits', ['limits.requestsPerSecond']],
  ['§8', 'the largest and smallest wire', ['limits.amountMinimum', 'limits.amountMaximum']],
  ['§8', 'the default and largest Take', ['loans.take']],
  ['§8', 'how long idempotency keys are kept', ['idempotency.retentionDays']],
  ['§9', 'version negotiation and deprecation', ['versioning.versions']],
]

it.each(openPoints)('answers what %s leaves open: %s [§7]', (_, __, ids) => {
  for (const id of ids) {
    expect(assumptions[id], `The catalogue has no entry "${id}".`).toBeDefined()
    expect(assumptions[id].open).not.toBe('')
    expect(assumptions[id].why).not.toBe('')
  }
})

it.each(Object.entries(assumptions))(
  'documents the assumption %s: a section, a default that is allowed, a reason [§7]',
  (_, entry) => {
    const { section, default: preset, allowed, provenance, why } = entry

    expect(section).toMatch(/^§\d(\.\d+)?$/)
    expect(why.length).toBeGreaterThan(5)
    expect(['published', 'assumed']).toContain(provenance)
    expect(allowed.isFixed || allowed.accepts(preset)).toBe(true)
  },
)

/** Files that name entries and ask for none. */
const isListing = (path: string) => /^(core\/assumptions|sandbox)\//.test(path)

const asking = sourceFiles().filter(({ path }) => !isListing(path))

it.each(Object.keys(assumptions))('notes the use of the assumption %s [§7]', (id) => {
  const users = asking.filter(({ text }) => text.includes(`'${id}'`))

  expect(users).not.toEqual([])
})
