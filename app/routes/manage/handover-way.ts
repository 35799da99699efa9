import { carriers, handoverMethods } from '#db/enums.ts'
import { MAX_TRACKING_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import type { HandoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import { oneLine } from '#domain/shared/plain-text.ts'

/** How the item changes hands, as a form says; null for a form without these fields. */
export function handoverWayIn(form: FormData): HandoverWay | null {
  const method = handoverMethods.find((known) => known === form.get('handover_method'))
  const carrier = carriers.find((known) => known === form.get('carrier')) ?? null
  return method ? { method, carrier, tracking: trackingIn(form) || null } : null
}

function trackingIn(form: FormData): string {
  return oneLine(String(form.get('tracking_number') ?? ''))
}

/** What has to be corrected in these fields; null when nothing has. */
export function handoverWayProblem(form: FormData): Readonly<Record<string, string>> | null {
  const tooLong = [...trackingIn(form)].length > MAX_TRACKING_CHARACTERS
  return tooLong
    ? { tracking_number: `Please keep it to ${MAX_TRACKING_CHARACTERS} characters.` }
    : null
}
