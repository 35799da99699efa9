import { data } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { BrandFields } from '#app/components/admin/brand-fields.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import type { BrandId } from '#db/ids.ts'
import { findBrand } from '#domain/catalogue/brands/brand-list.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/brand-edit.ts'
import { saveBrand } from './save-brand.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Edit ${loaderData.brand.name}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = parseId<BrandId>(params.id)
  const brand = id && (await findBrand(context.get(appContext).db, context.get(adminContext), id))
  if (!brand) throw data(null, { status: 404 })
  return { brand }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = parseId<BrandId>(params.id)
  if (!id) throw data(null, { status: 404 })
  return saveBrand(context, request, id)
}

export default function EditBrand({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Edit Brand" line={loaderData.brand.name}>
      <BrandFields brand={loaderData.brand} answer={actionData} submitText="Save Changes" />
    </AdminFrame>
  )
}
