import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { BrandFields } from '#app/components/admin/brand-fields.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/brand-new.ts'
import { saveBrand } from './save-brand.ts'

export const meta: Route.MetaFunction = () => pageMeta('Add Brand')

export async function action({ request, context }: Route.ActionArgs) {
  return saveBrand(context, request, null)
}

export default function NewBrand({ actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Add Brand">
      <BrandFields brand={null} answer={actionData} submitText="Add Brand" />
    </AdminFrame>
  )
}
