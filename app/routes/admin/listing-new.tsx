import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { BrandChoice } from '#app/components/admin/brand-choice.tsx'
import { ItemFields } from '#app/components/manage/item-fields.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { brandNames } from '#domain/catalogue/brands/brands.ts'
import { newestLending } from '#domain/catalogue/items/fields/lending.ts'
import type { Route } from './+types/listing-new.ts'
import { loadList } from './list-answers.ts'
import { saveListing } from './save-listing.ts'

export const meta: Route.MetaFunction = () => pageMeta('Add Listing')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const [brands, lending] = await Promise.all([
    loadList(context, request, () => brandNames(db)),
    newestLending(db, admin),
  ])
  return { brands: brands ?? [], begun: lending ? { lending } : {} }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveListing(context, request, null)
}

export default function NewListing({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Add Listing" line="Available to rent as soon as you save it.">
      <div className="mt-10">
        <ItemFields
          kind="admin"
          item={null}
          begun={loaderData.begun}
          answer={actionData}
          submitText="Add Listing"
          cancelTo={href('/admin/listings')}
        >
          <BrandChoice brands={loaderData.brands} own={null} answer={actionData} />
        </ItemFields>
      </div>
    </AdminFrame>
  )
}
