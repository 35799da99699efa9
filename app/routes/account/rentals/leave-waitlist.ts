import { href } from 'react-router'
import { redirectWithToast } from '#app/request/flash.ts'
import type { Db } from '#db/connection.ts'
import type { WaitlistEntryId } from '#db/ids.ts'
import { leaveWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'

/** Answers "Leave" in My Rentals. */
export async function answerLeave(db: Db, shopper: Shopper, form: FormData, now: Date) {
  const entryId = parseId<WaitlistEntryId>(form.get('entry'))
  const left = entryId && (await leaveWaitlist(db, shopper, { entryId }, now))
  const toast = left?.ok
    ? ({ type: 'success', text: 'You have left the waitlist.' } as const)
    : ({ type: 'error', text: 'This waitlist entry was not found.' } as const)
  return await redirectWithToast(href('/my-rentals'), toast)
}
