import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { BRAND_NOT_DELETED, BRAND_NOT_SAVED } from '#app/components/admin/admin-sentences.ts'
import { addressIn } from '#app/components/admin/list-part.ts'
import { RowButton, RowLink } from '#app/components/admin/row-actions.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { HangerIcon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BrandId } from '#db/ids.ts'
import { brandList, type ListedBrand } from '#domain/catalogue/brands/brand-list.ts'
import { deleteBrand, setBrandActive } from '#domain/catalogue/brands/edit-brands.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageInWidth } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/brands.ts'

export const meta: Route.MetaFunction = () => pageMeta('Brands')

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/brands'), ['active', 'inactive'])
  const active = part.filter === null ? null : part.filter === 'active'
  const found = await loadList(context, request, () =>
    brandList(db, admin, { q: part.q, active, after }),
  )
  const confirming = parseId<BrandId>(query.get('delete'))
  return { part, after, found, deleting: found?.rows.find(({ id }) => id === confirming) ?? null }
}

const NOT_FOUND = 'This brand was not found.'

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const form = await readForm(request)
  const brandId = parseId<BrandId>(form.get('brand'))
  const intent = form.get('intent')
  if (!brandId) return redirectBackWithToast(request, failure(NOT_FOUND))
  const active = intent === 'activate'
  const done = await attempt(context, request, () =>
    intent === 'delete'
      ? deleteBrand(db, admin, brandId, clock())
      : setBrandActive(db, admin, { brandId, active }, clock()),
  )
  if (!done.ok) {
    const unexpected = intent === 'delete' ? BRAND_NOT_DELETED : BRAND_NOT_SAVED
    const isUnexpected = done.problem.reason === 'unexpected'
    return redirectBackWithToast(request, failure(isUnexpected ? unexpected : NOT_FOUND))
  }
  const what = intent === 'delete' ? 'deleted' : active ? 'activated' : 'deactivated'
  return redirectBackWithToast(request, success(isolated(`${done.value.name} is ${what}.`)))
}

export default function Brands({ loaderData }: Route.ComponentProps) {
  const { part, after, found, deleting } = loaderData
  const here = (more = {}) => addressIn(part, { ...(after && { after }), ...more })
  return (
    <AdminFrame
      title="Brands"
      actions={<LinkButton to={href('/admin/brands/new')}>Add Brand</LinkButton>}
    >
      <AdminList
        label="Brands"
        part={part}
        filters={FILTERS}
        found={found}
        searched="first"
        empty={
          <EmptyState
            title="No brands yet"
            action={<LinkButton to={href('/admin/brands/new')}>Add Brand</LinkButton>}
          >
            Active brands are shown as partners on the home page.
          </EmptyState>
        }
      >
        {(brands) => (
          <ul className="mt-3 border-t border-line">
            {brands.map((brand) => (
              <BrandRow key={brand.id} brand={brand} deleteTo={here({ delete: brand.id })} />
            ))}
          </ul>
        )}
      </AdminList>
      {deleting && (
        <ConfirmDialog
          key={deleting.id}
          question="Are you sure you want to delete this brand?"
          open={deleting}
          closeTo={here()}
          fields={{ intent: 'delete', brand: deleting.id }}
          confirmText="Delete"
          danger
          failed={BRAND_NOT_DELETED}
        >
          <p className="text-soft">{deleting.name}. Its items will stay listed without a brand.</p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}

function BrandRow({ brand, deleteTo }: { brand: ListedBrand; deleteTo: string }) {
  const { id, name, logoUrl, isActive, description, dealDetails } = brand
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-5 gap-y-2 border-b border-line py-4 md:grid-cols-[4rem_minmax(0,1fr)_6rem_auto]">
      {logoUrl ? (
        <img
          src={imageInWidth(logoUrl, 320)}
          alt=""
          width="64"
          height="64"
          loading="lazy"
          className="size-16 rounded-picture border border-line bg-white object-contain p-1"
        />
      ) : (
        <span className="grid size-16 place-items-center rounded-picture bg-sand text-edge">
          <HangerIcon />
        </span>
      )}
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">{name}</h2>
        {dealDetails && <p className="text-sm">{dealDetails}</p>}
        {description && <p className="line-clamp-2 text-sm text-soft">{description}</p>}
      </div>
      <p className="col-start-2 md:col-start-auto">
        <Badge kind={isActive ? 'success' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      </p>
      <div className="col-start-2 flex flex-wrap items-center gap-x-5 md:col-start-auto md:justify-end">
        <RowLink to={href('/admin/brands/:id', { id })} name={name}>
          Edit
        </RowLink>
        <RowButton
          fields={{ intent: isActive ? 'deactivate' : 'activate', brand: id }}
          name={name}
          failed={BRAND_NOT_SAVED}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </RowButton>
        <RowLink to={deleteTo} name={name}>
          Delete
        </RowLink>
      </div>
    </li>
  )
}
