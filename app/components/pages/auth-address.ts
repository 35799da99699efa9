import { href } from 'react-router'

// Addresses of the pages that sign in, which keep where the person was going.

/** Most people who follow the link of a gift have no account yet. */
export function isGift(returnTo: string): boolean {
  return returnTo.startsWith(`${href('/credits')}?code=`)
}

export function authAddress({
  signingUp,
  returnTo,
}: {
  signingUp: boolean
  returnTo: string
}): string {
  const query = new URLSearchParams()
  if (signingUp) query.set('mode', 'sign-up')
  else if (isGift(returnTo)) query.set('mode', 'sign-in')
  if (returnTo !== href('/')) query.set('return_to', returnTo)
  return query.size > 0 ? `${href('/auth')}?${query}` : href('/auth')
}

export function forgotAddress(returnTo: string): string {
  const query = new URLSearchParams({ return_to: returnTo })
  return returnTo === href('/') ? href('/auth/forgot') : `${href('/auth/forgot')}?${query}`
}
