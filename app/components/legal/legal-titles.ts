import { href } from 'react-router'
import type { LegalPage } from '#db/enums.ts'

export const LEGAL_TITLES = {
  terms: 'Terms',
  privacy: 'Privacy',
  'lending-terms': 'Lending terms',
} as const satisfies Record<LegalPage, string>

export const LEGAL_ADDRESSES = {
  terms: href('/terms'),
  privacy: href('/privacy'),
  'lending-terms': href('/lending-terms'),
} as const satisfies Record<LegalPage, string>
