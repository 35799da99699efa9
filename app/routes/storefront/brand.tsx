import { data, href } from 'react-router'
import { ItemsBelow } from '#app/components/browse/items-below.tsx'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta, publicMeta } from '#app/components/pages/page-meta.ts'
import { appContext } from '#app/request/contexts.ts'
import { idOfAddress } from '#app/request/shared-id.ts'
import type { BrandId } from '#db/ids.ts'
import { findActiveBrand } from '#domain/catalogue/brands/brands.ts'
import { imageInWidth } from '#domain/shared/image-address.ts'
import type { Route } from './+types/brand.ts'
import { itemsOf } from './items-of.ts'

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
  const page = await itemsOf(context, request, { brandId: brand.id }, href('/brands/:id', { id }))
  return { brand, ...page }
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
      <ItemsBelow items={items} first={first} next={next} />
    </div>
  )
}
