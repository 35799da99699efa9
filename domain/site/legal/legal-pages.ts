import type { LegalPage } from '#db/enums.ts'

type Described = {
  readonly title: string
  /** For search engines. */
  readonly description: string
  /** Who has to agree to a new version; admins never. */
  readonly concerns: 'everyone' | 'closets' | 'nobody'
}

/** What each legal page is about. Its address is its name: '/terms'. */
export const LEGAL_PAGES: Readonly<Record<LegalPage, Described>> = {
  terms: {
    title: 'Terms',
    description: 'The rules for renting on Hemline.',
    concerns: 'everyone',
  },
  privacy: {
    title: 'Privacy',
    description: 'What data we store, who can see it and how to delete it.',
    concerns: 'everyone',
  },
  'lending-terms': {
    title: 'Lending terms',
    description: 'The rules for closets that list on Hemline.',
    concerns: 'closets',
  },
}
