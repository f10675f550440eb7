/** The happenings of partners and tokens. */
import { telling } from '../telling.ts'

export const accessHappenings = {
  'token.issued': telling<{ partnerId: string; audience: string; expiresAt: string }>(
    'bank',
    ({ audience, expiresAt }) => `token issued for ${audience}, valid until ${expiresAt}`,
  ),
  'token.revoked': telling<{ partnerId: string }>('bank', () => 'token revoked'),
  'partner.added': telling<{ partnerId: string; name: string }>('bank', ({ name }) => `partner ${name} added`),
}
