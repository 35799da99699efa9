import type { RouterContextProvider } from 'react-router'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { appContext } from '#app/request/contexts.ts'
import { countAttempt, keepAttempts } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { copyImages } from '#domain/catalogue/images/images.ts'
import { photosOfOwnItems } from '#domain/catalogue/items/fields/item-photos.ts'
import type { ItemDetails } from '#domain/catalogue/items/listing/listing.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'

type Copied =
  | { readonly ok: true; readonly details: ItemDetails }
  | { readonly ok: false; readonly sentence: string }

/**
 * Replaces photos that another item of the closet already shows with copies, because each item has
 * its own photos. Each copy counts as an upload; a photo whose file is gone is asked for again.
 */
export async function copyPhotos(
  context: Readonly<RouterContextProvider>,
  owner: ClosetOwner,
  details: ItemDetails,
): Promise<Copied> {
  const app = context.get(appContext)
  const { imageId, photoIds = [] } = details
  const shown = await photosOfOwnItems(app.db, owner, [...new Set([imageId, ...photoIds])])
  if (shown.length === 0) return { ok: true, details }
  for (const _ of shown) {
    const taken = await countAttempt(app, 'upload', owner.id)
    if (!taken.ok)
      return {
        ok: false,
        sentence: `Too many uploads. ${tryAgainIn(taken.problem.retryAfterSeconds)}`,
      }
  }
  const copies = await copyImages(app.db, app.images, owner, shown, app.clock())
  if (!copies.ok) return { ok: false, sentence: imageSentences[copies.problem.reason] }
  keepAttempts()
  const copyOf = (id: typeof imageId) => copies.value.get(id) ?? id
  return {
    ok: true,
    details: { ...details, imageId: copyOf(imageId), photoIds: photoIds.map(copyOf) },
  }
}
