import { data, href } from 'react-router'
import { LISTING_NOT_SAVED } from '#app/components/manage/listing-sentences.ts'
import { seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import {
  answerChangedItem,
  answerListingProblem,
  answerShownAgain,
  readItemDetails,
  readItemPost,
  tooLarge,
} from '#app/routes/manage/save-item.ts'
import type { BrandId, ItemId } from '#db/ids.ts'
import { findListing } from '#domain/catalogue/items/admin-listings.ts'
import { editItem, listItem } from '#domain/catalogue/items/listing/listing.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'

export async function saveListing(context: Context, request: Request, itemId: ItemId | null) {
  const { db, clock, admin } = adminIn(context)
  const posted = await readItemPost(context, request, admin)
  if (!posted) return tooLarge()
  const shownAgain = answerShownAgain(context, posted)
  if (shownAgain) return shownAgain
  const { form } = posted
  const own = itemId === null ? null : await findListing(db, admin, itemId)
  const read = readItemDetails(posted, 'admin', own)
  if (!read.ok) return read.answer
  const details = { ...read.details, brandId: parseId<BrandId>(form.get('brand_id')) }
  const saved = await attempt(context, request, async () =>
    itemId === null
      ? await listItem(db, admin, { ...details, requestKey: requestKeyIn(form) }, clock())
      : await editItem(db, admin, { itemId, ...details, seen: seenIn(form) }, clock()),
  )
  if (saved.ok)
    return redirectWithSuccess(href('/admin/listings'), `${details.title} has been saved.`)
  if (saved.problem.reason === 'unexpected')
    return answerProblem(problem(LISTING_NOT_SAVED, { form }), 500)
  if (saved.problem.reason === 'item-not-found') throw data(null, { status: 404 })
  if (saved.problem.reason === 'edit-conflict' && itemId !== null) {
    const theirs = await findListing(db, admin, itemId)
    const by = await lastEditor(db, admin, { noun: 'item', nounId: itemId })
    if (theirs) return answerChangedItem(theirs, details, form, by)
  }
  return answerListingProblem(saved.problem, form)
}
