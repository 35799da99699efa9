import { pageAddress } from '#app/components/browse/page-address.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import { withLikesAndDistances } from '#app/request/place/distances.ts'
import { withInstant } from '#app/request/place/instant.ts'
import { publicItemsOf } from '#domain/catalogue/items/related-items.ts'

/** The page of items that the address of a brand or a closet asks for. */
export async function itemsOf(
  context: Context,
  request: Request,
  of: Parameters<typeof publicItemsOf>[1],
  path: string,
) {
  const { db } = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')
  const page = await publicItemsOf(db, of, after)
  return {
    items: await withInstant(context, await withLikesAndDistances(context, page.rows)),
    first: after === null ? null : pageAddress(path, searchParams, null),
    next: page.next && pageAddress(path, searchParams, page.next),
  }
}
