/** The party object. (§2.2) */
import * as z from 'zod/mini'
import type { Party, UnnamedParty } from '../core/wires/wire.ts'
import { isRoutingNumber, narrow, text, waivable } from './primitives.ts'
import { recordFrom, strictObject } from './record.ts'

const idCodes = ['B', 'C', 'D', 'F', 'T', 'U'] as const
const idCode = z.enum(idCodes, {
  error: 'must be D (deposit account), F (institution), B, C, T or U',
})
const name = narrow(35).check(z.minLength(1, 'must not be empty'))

/** Where a problem is. The bank checks this field even if other fields are wrong, so that one answer lists all problems. */
const at = (field: 'identifier' | 'address3') => ({
  path: [field],
  when: ({ value }: { value: unknown }) => typeof (value as Partial<Party> | null)?.[field] === 'string',
})

const partyWith = <Name extends z.ZodMiniType>(name: Name) =>
  strictObject(
    () =>
      ({
        idCode: ['wires.party', idCode, (code) => code !== 'D' && code !== 'F'],
        identifier: narrow(34).check(z.minLength(1, 'must not be empty')),
        name,
        address1: z.optional(narrow(35)),
        address2: z.optional(narrow(35)),
        address3: z.optional(narrow(35)),
      }) as const,
    z.refine<UnnamedParty>(({ idCode, identifier }) => idCode !== 'F' || isRoutingNumber(identifier), {
      ...at('identifier'),
      ...waivable('wires.routingNumberCheck', 'must be a routing number with a right check digit, as idCode is F', {
        if: { properties: { idCode: { enum: idCodes.filter((code) => code !== 'F') } } },
        else: {
          additionalProperties: true,
          properties: { identifier: { pattern: '^[0-9]{9}$', format: 'routing-number' } },
        },
      }),
    }),
    z.refine<UnnamedParty>(({ address2, address3 }) => !address3 || address2 !== undefined, {
      ...at('address3'),
      ...waivable('wires.fieldLengths', 'needs address2', {
        if: { properties: { address3: { maxLength: 0 } } },
        else: { additionalProperties: true, properties: { address2: { type: 'string' } }, required: ['address2'] },
      }),
    }),
  )

export const party = partyWith(name) satisfies z.ZodMiniType<Party>
export const unnamedParty = partyWith(z.optional(name)) satisfies z.ZodMiniType<UnnamedParty>

export const partyRecord = recordFrom('§2.2', 'party', () => ({
  idCode: z.string(),
  identifier: z.string(),
  name: z.string(),
  address1: text,
  address2: text,
  address3: text,
})) satisfies z.ZodMiniType<Party>
