import { data, href } from 'react-router'
import { pageAddress } from '#app/components/browse/page-address.ts'
import { ItemGrid } from '#app/components/items/item-grid.tsx'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta, publicMeta } from '#app/components/pages/page-meta.ts'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { idOfAddress } from '#app/request/shared-id.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { BrandId } from '#db/ids.ts'
import { findActiveBrand } from '#domain/catalogue/brands/brands.ts'
import { publicItemsOf } from '#domain/catalogue/items/related-items.ts'
import { withLikes } from '#domain/catalogue/likes/like-queries.ts'
import { imageInWidth } from '#domain/shared/image-address.ts'
import type { Route } from './+types/brand.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta('Not found')
  const { id, name, description } = loaderData.brand
  return publicMeta(matches, {
    title: name,
    description: description || `Rent clothes by ${name} by the week.`,
    path: href('/brands/:id', { id }),
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const id = idOfAddress<BrandId>(request, params.id)
  const brand = id && (await findActiveBrand(db, id))
  if (!brand) return data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')
  const page = await publicItemsOf(db, { brandId: brand.id }, after)
  const items = await withLikes(db, shopperIn(context), page.rows)
  const path = href('/brands/:id', { id })
  const first = after === null ? null : pageAddress(path, searchParams, null)
  const next = page.next && pageAddress(path, searchParams, page.next)
  return { brand, items, first, next }
}

/** The items of one brand in all closets. */
export default function Brand({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  const { brand, items, first, next } = loaderData
  return (
    <div className="page-column pt-10 pb-8 sm:pt-16">
      <div className="flex items-center gap-6">
        {brand.logoUrl && (
          <img
            src={imageInWidth(brand.logoUrl, 320)}
            alt=""
            width={96}
            height={96}
            className="size-24 rounded-picture bg-sheet object-contain mix-blend-multiply"
          />
        )}
        <div>
          <p className="eyebrow">Brand</p>
          <h1 className="mt-1">{brand.name}</h1>
        </div>
      </div>
      {(brand.description || brand.dealDetails) && (
        <div className="mt-5 grid max-w-prose gap-2 text-soft">
          {brand.description && <p>{brand.description}</p>}
          {brand.dealDetails && <p>{brand.dealDetails}</p>}
        </div>
      )}
      <div className="grid gap-14 pt-10">
        {items.length > 0 ? (
          <ItemGrid items={items} eager={4} heading="h2" />
        ) : (
          <EmptyState title="No items in stock for now, check back later" action={<SearchLink />} />
        )}
        <Pagination label="Items" first={first} next={next} />
      </div>
    </div>
  )
}
