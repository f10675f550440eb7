/** What happens to partners and their tokens, and how it is told. */
import { told } from '../telling.ts'

export const accessHappenings = {
  'token.issued': told<{ partnerId: string; audience: string; expiresAt: string }>(
    'bank',
    ({ audience, expiresAt }) => `token issued for ${audience}, valid until ${expiresAt}`,
  ),
  'token.revoked': told<{ partnerId: string }>('bank', () => 'token revoked'),
  'partner.added': told<{ partnerId: string; name: string }>('bank', ({ name }) => `partner ${name} added`),
}
