import type { AccountType, BusinessStatus, PlanType } from '#db/enums.ts'
import { showNumber } from '#domain/shared/credits.ts'

/** Who looks at the page, as far as the page may know. */
export type ShellViewer = {
  readonly fullName: string
  readonly email: string
  readonly accountType: AccountType
  readonly businessStatus: BusinessStatus | null
  readonly creditsBalance: number
  /** The plan that they are billed for. */
  readonly heldPlan: PlanType | null
}

/** What header, menus and footer are drawn from. */
export type Shell = {
  readonly viewer: ShellViewer | null
  readonly userToUserEnabled: boolean
  readonly socialLink: string
  /** Null leads to the feedback form. */
  readonly supportEmail: string | null
  readonly paymentsAreReal: boolean
}

/** For the moments when nothing could be loaded: a visitor's header still leads somewhere. */
export const bareShell: Shell = {
  viewer: null,
  userToUserEnabled: false,
  socialLink: 'https://instagram.com',
  supportEmail: null,
  paymentsAreReal: true,
}

export type ShellLink = { readonly to: string; readonly label: string }

/** The links of the top navigation for whoever looks (spec 2.2). */
export function topLinks({ viewer, userToUserEnabled }: Shell): readonly ShellLink[] {
  const links: ShellLink[] = [
    { to: '/', label: 'Home' },
    { to: '/styles', label: 'Shop' },
    { to: '/about', label: 'About' },
    { to: '/feedback', label: 'Feedback' },
  ]
  if (!viewer) return [...links, howItWorks]
  const { accountType, businessStatus } = viewer
  if (accountType === 'regular') {
    links.push({ to: '/my-likes', label: 'My Likes' }, { to: '/my-rentals', label: 'My Rentals' })
    if (userToUserEnabled && businessStatus === null) {
      links.push({ to: '/business-apply', label: 'Apply for business' })
    }
  }
  if (accountType === 'business' && businessStatus === 'approved') {
    links.push({ to: '/business', label: 'My Closet' })
  }
  if (accountType === 'admin') links.push({ to: '/admin', label: 'Admin' })
  return links
}

/** The menu behind the viewer's name: what is theirs. Business accounts rent too. */
export function nameLinks(viewer: ShellViewer): readonly ShellLink[] {
  const profile = { to: '/profile', label: 'Profile' }
  if (viewer.accountType === 'admin') return [profile]
  return [
    { to: '/my-likes', label: 'My Likes' },
    { to: '/my-rentals', label: 'My Rentals' },
    { to: '/credits', label: 'Credits' },
    profile,
  ]
}

/** The badge beside the name; a business that waits for approval has none yet. */
export function roleBadge({ accountType, businessStatus }: ShellViewer): string | null {
  if (accountType === 'admin') return 'Admin'
  return accountType === 'business' && businessStatus !== 'pending' ? 'Business' : null
}

const howItWorks: ShellLink = { to: '/how-it-works', label: 'How it works & prices' }

export const helpLinks: readonly ShellLink[] = [howItWorks, { to: '/help', label: 'Help' }]

export const legalLinks: readonly ShellLink[] = [
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/help#contact', label: 'Contact' },
]

export const browseLinks: readonly ShellLink[] = [
  { to: '/styles', label: 'Rent by Style' },
  { to: '/locations', label: 'Rent by Location' },
  { to: '/occasions', label: 'Rent by Occasion' },
  { to: '/sizes', label: 'Rent by Size' },
]

/** '1 credit', '1,240 credits'. */
export function creditsInWords(credits: number): string {
  return `${showNumber(credits)} ${credits === 1 ? 'credit' : 'credits'}`
}
