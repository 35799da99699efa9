import { data, href, redirect } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { BrandChoice } from '#app/components/admin/brand-choice.tsx'
import { ItemFields } from '#app/components/manage/item-fields.tsx'
import { adminRentalPaths } from '#app/components/manage/rental-paths.ts'
import { ComingUp } from '#app/components/manage/upcoming-rentals.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ItemId } from '#db/ids.ts'
import { upcomingRentals } from '#domain/booking/rentals/lists/upcoming-rentals.ts'
import { brandNames } from '#domain/catalogue/brands/brands.ts'
import { findListing } from '#domain/catalogue/items/admin-listings.ts'
import { findReviewedItem } from '#domain/catalogue/items/reviewed-items.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/listing-edit.ts'
import { saveListing } from './save-listing.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Edit ${loaderData.item.title}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const id = orNotFound(parseId<ItemId>(params.id))
  const item = await findListing(db, admin, id)
  // An item of a closet has a page of its own.
  if (!item && (await findReviewedItem(db, admin, id)))
    throw redirect(href('/admin/items/:id', { id }))
  if (!item) throw data(null, { status: 404 })
  const today = todayIn(context)
  const [brands, rentals] = await Promise.all([
    brandNames(db),
    upcomingRentals(db, admin, item.id, today),
  ])
  return { item, brands, rentals, today }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = orNotFound(parseId<ItemId>(params.id))
  return saveListing(context, request, id)
}

export default function EditListing({ loaderData, actionData }: Route.ComponentProps) {
  const { item, brands, rentals, today } = loaderData
  const own = item.brandId && item.brandName ? { id: item.brandId, name: item.brandName } : null
  return (
    <AdminFrame
      title="Edit Listing"
      line={item.title}
      actions={
        <LinkButton to={href('/item/:id', { id: item.id })} kind="secondary">
          View item page
        </LinkButton>
      }
    >
      <div className="mt-10">
        <ItemFields
          kind="admin"
          item={item}
          answer={actionData}
          submitText="Save Changes"
          cancelTo={href('/admin/listings')}
        >
          <BrandChoice brands={brands} own={own} answer={actionData} />
        </ItemFields>
      </div>
      <ComingUp rentals={rentals} today={today} paths={adminRentalPaths} />
    </AdminFrame>
  )
}
