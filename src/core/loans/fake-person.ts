/**
 * Borrowers who cannot exist: names that say so, social security numbers of area 666 (never assigned), telephone numbers 555-0100
 * to 555-0199 (reserved for fiction), mail at example.com (RFC 2606), ZIP codes below 00100 (not in use). (§2.10)
 */

/** A source of numbers: each call gives one from 0 to below `bound`. */
export type Draw = (bound: number) => number

/** A person made of the numbers that `draw` gives; the fields are named as a loan names those of its borrowers. */
export function fakePerson(draw: Draw) {
  const [FirstName, LastName] = [oneOf(draw, firstNames), oneOf(draw, lastNames)]
  const born = Date.UTC(1950 + draw(50), draw(12), 1 + draw(28))
  return {
    FirstName,
    LastName,
    SSN: `666-${two(1 + draw(99))}-${String(1 + draw(9_999)).padStart(4, '0')}`,
    Address: `${1 + draw(999)} Example Street`,
    City: oneOf(draw, ['Exampleton', 'Sampleville', 'Testburg']),
    State: oneOf(draw, ['CA', 'FL', 'NY', 'OH', 'TX', 'WA']),
    Zip: `000${two(1 + draw(99))}`,
    Phone: `${oneOf(draw, ['202', '303', '404', '505'])}-555-01${two(draw(100))}`,
    Email: `${FirstName}.${LastName}.${draw(10_000)}@example.com`.toLowerCase(),
    DOB: new Date(born).toISOString(),
  }
}

export function oneOf<Item>(draw: Draw, items: readonly [Item, ...Item[]]): Item {
  return items[draw(items.length)] as Item
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'June'] as const
const lastNames = ['Example', 'Fiction', 'Nobody', 'Placeholder', 'Sample', 'Specimen', 'Tester'] as const
