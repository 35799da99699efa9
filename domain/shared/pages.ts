/**
 * The paths that emails, Stripe and the first sections of the home page link to. `app/` derives its
 * own from the routes; `app/pages.test.ts` checks that each of these is a route.
 */
export const pages = {
  home: '/',
  about: '/about',
  styles: '/styles',
  occasions: '/occasions',
  search: '/search',
  howItWorks: '/how-it-works',
  feedback: '/feedback',
  item: (id: string) => `/item/${id}`,
  credits: '/credits',
  creditsSuccess: '/credits-success',
  depositSuccess: '/deposit-success',
  businessApply: '/business-apply',
  rental: (id: string) => `/my-rentals/${id}`,
  signInSettings: '/profile/sign-in',
  closet: '/business',
  closetItem: (id: string) => `/business/items/${id}`,
  closetPayouts: '/business/payouts',
  closetRental: (id: string) => `/business/rentals/${id}`,
  admin: '/admin',
  adminApplications: '/admin/applications',
  adminMoney: '/admin/money',
  adminPerson: (id: string) => `/admin/users/${id}`,
  adminRental: (id: string) => `/admin/rentals/${id}`,
  signIn: '/auth',
  newEmail: '/auth/email',
  resetPassword: '/auth/reset',
  verifyEmail: '/auth/verify',
  stripeWebhook: '/hooks/stripe',
} as const
