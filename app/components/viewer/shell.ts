import { href } from 'react-router'
import type { AccountType, BusinessStatus, LegalPage } from '#db/enums.ts'
import type { HeldPlan } from '#domain/accounts/sign-in/sessions.ts'
import type { LengthUnit } from '#domain/accounts/sizes/lengths.ts'
import { showNumber } from '#domain/shared/credits.ts'

/** The viewer, as far as the page needs to know. */
export type ShellViewer = {
  readonly fullName: string
  readonly email: string
  readonly accountType: AccountType
  readonly businessStatus: BusinessStatus | null
  readonly creditsBalance: number
  /** The plan that they are billed for. */
  readonly heldPlan: HeldPlan | null
  /** They have unread messages. */
  readonly hasUnread: boolean
  /** They have not agreed to the latest terms, and cannot buy anything until they do. */
  readonly consentIsDue: boolean
}

/** The announcement above the content of every page. */
export type ShellBanner = {
  readonly id: string
  readonly title: string
  readonly words: string
  readonly link: { readonly address: string; readonly label: string } | null
}

/** The data of header, menus and footer. */
export type Shell = {
  readonly viewer: ShellViewer | null
  /** From where distances are measured for the viewer; null if they have not said it. */
  readonly zip: string | null
  readonly userToUserEnabled: boolean
  readonly socialLink: string
  /** Null links to the feedback form. */
  readonly supportEmail: string | null
  readonly chargesMoney: boolean
  /** How many months the credits of a new gift last. */
  readonly giftMonths: number | null
  /** In which the viewer reads lengths. */
  readonly lengthUnit: LengthUnit
  /** A notice stands above the content: the banner of an announcement, or new terms. */
  readonly hasNotices?: boolean
  readonly banner?: ShellBanner | null
  /** The scripts with which liking and so on fail without leaving the page. */
  readonly likeScripts?: string
  readonly dismissScripts?: string
  readonly unitScripts?: string
}

/** Used when nothing could be loaded: the header of a visitor, with working links. */
export const bareShell: Shell = {
  viewer: null,
  zip: null,
  userToUserEnabled: false,
  socialLink: 'https://instagram.com',
  supportEmail: null,
  chargesMoney: true,
  // Read by pages below root only, and without root's data there are none.
  giftMonths: 0,
  lengthUnit: 'in',
}

export type ShellLink = { readonly to: string; readonly label: string }

/** The links of the top navigation for this viewer (spec 2.2). */
export function topLinks(shell: Shell): readonly ShellLink[] {
  const links = [...mainLinks]
  const lend = lendLinks(shell)
  if (!shell.viewer) return [...links, ...lend, howItWorks]
  const { accountType, businessStatus } = shell.viewer
  if (accountType === 'regular') {
    links.push(...shopperLinks)
    if (lend.length > 0) links.push(applyLink)
    links.push(...lend, howItWorks)
  }
  if (accountType === 'business' && businessStatus === 'approved') links.push(closetLink)
  if (accountType === 'admin') links.push(adminLink)
  return links
}

/** The page about listing a closet, for those who may apply. */
export function lendLinks({ viewer, userToUserEnabled }: Shell): readonly ShellLink[] {
  const mayApply = !viewer || (viewer.accountType === 'regular' && !viewer.businessStatus)
  return userToUserEnabled && mayApply ? [lendLink] : []
}

export const aboutLinks: readonly ShellLink[] = [
  { to: href('/about'), label: 'About' },
  { to: href('/feedback'), label: 'Feedback' },
]

const mainLinks: readonly ShellLink[] = [
  { to: href('/'), label: 'Home' },
  { to: href('/styles'), label: 'Shop' },
  ...aboutLinks,
]

const shopperLinks: readonly ShellLink[] = [
  { to: href('/my-likes'), label: 'My Likes' },
  { to: href('/my-rentals'), label: 'My Rentals' },
]

const applyLink: ShellLink = { to: href('/business-apply'), label: 'Apply for business' }

const lendLink: ShellLink = { to: href('/list-your-closet'), label: 'List your closet' }

const closetLink: ShellLink = { to: href('/business'), label: 'My Closet' }

const adminLink: ShellLink = { to: href('/admin'), label: 'Admin' }

const howItWorks: ShellLink = { to: href('/how-it-works'), label: 'How it works & prices' }

export const helpLinks: readonly ShellLink[] = [howItWorks, { to: href('/help'), label: 'Help' }]

// Every page loads this file, so their table, with its descriptions, is not imported here.
const legalPages: Readonly<Record<LegalPage, ShellLink>> = {
  terms: { to: href('/terms'), label: 'Terms' },
  privacy: { to: href('/privacy'), label: 'Privacy' },
  'lending-terms': { to: href('/lending-terms'), label: 'Lending terms' },
}

export const legalLinks: readonly ShellLink[] = [
  ...Object.values(legalPages),
  { to: `${href('/help')}#contact`, label: 'Contact' },
]

export const browseLinks: readonly ShellLink[] = [
  { to: href('/styles'), label: 'Rent by Style' },
  { to: href('/locations'), label: 'Rent by Location' },
  { to: href('/occasions'), label: 'Rent by Occasion' },
  { to: href('/sizes'), label: 'Rent by Size' },
]

/** '1 credit', '1,240 credits'. */
export function creditsInWords(credits: number): string {
  return `${showNumber(credits)} ${credits === 1 ? 'credit' : 'credits'}`
}
