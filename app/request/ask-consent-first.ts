import { href, redirect } from 'react-router'
import { type Context, viewerIn } from './contexts.ts'

/**
 * Before something new begins (renting, buying, accepting a request): leads a person who has to
 * agree to new terms to them, and then back to `backTo`. What has begun never asks.
 */
export function askConsentFirst(context: Context, backTo: string): void {
  if (viewerIn(context).consentIsDue) throw redirectToConsent(backTo)
}

/** To the new terms, and then back to `backTo`: for commands that refuse without consent. */
export function redirectToConsent(backTo: string): Response {
  return redirect(`${href('/consent')}?return_to=${encodeURIComponent(backTo)}`)
}
