import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

it('says how to report a vulnerability without a repository, as long as the package names none [§1]', () => {
  const security = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')

  expect(security.includes('`npm owner ls vostro`')).toBe(!Object.hasOwn(manifest, 'repository'))
})
