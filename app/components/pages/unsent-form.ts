import { isRouteErrorResponse } from 'react-router'
import type { SignedOut } from '#app/forms/forms.ts'

/** A form that was sent without a script and without a session. */
export function unsentFormIn(error: unknown): Required<SignedOut> | null {
  if (!isRouteErrorResponse(error) || error.status !== 401) return null
  return hasUnsentForm(error.data) ? error.data : null
}

function hasUnsentForm(details: unknown): details is Required<SignedOut> {
  return typeof details === 'object' && details !== null && 'unsent' in details
}
