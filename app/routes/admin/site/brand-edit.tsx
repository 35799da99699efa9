import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { BrandFields } from '#app/components/admin/brand-fields.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { BrandId } from '#db/ids.ts'
import { findBrand } from '#domain/catalogue/brands/brand-list.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/brand-edit.ts'
import { saveBrand } from './save-brand.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Edit ${loaderData.brand.name}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = orNotFound(parseId<BrandId>(params.id))
  const { db, admin } = adminIn(context)
  const brand = orNotFound(await findBrand(db, admin, id))
  return { brand }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = orNotFound(parseId<BrandId>(params.id))
  return saveBrand(context, request, id)
}

export default function EditBrand({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Edit Brand" line={loaderData.brand.name}>
      <BrandFields brand={loaderData.brand} answer={actionData} submitText="Save Changes" />
    </AdminFrame>
  )
}
