import { data, href } from 'react-router'
import * as z from 'zod'
import { ItemsBelow } from '#app/components/browse/items-below.tsx'
import { ClosetIntro } from '#app/components/lending/closet-intro.tsx'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta, publicMeta } from '#app/components/pages/page-meta.ts'
import { WaysLine } from '#app/components/place/ways-line.tsx'
import { Availability, ContactLines } from '#app/components/rental/lister-card.tsx'
import { ReportLinks } from '#app/components/reports/report-links.tsx'
import { answerProblem, checkForm } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { lines } from '#app/forms/text-fields.ts'
import { appContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { idOfAddress } from '#app/request/shared-id.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import type { PersonId } from '#db/ids.ts'
import { clearClosetPage } from '#domain/accounts/closets/closet-page.ts'
import { findPublicCloset } from '#domain/accounts/closets/public-closet.ts'
import { asAdmin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageAddress, imagePreview } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/closet.ts'
import { itemsOf } from './items-of.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta('Not found')
  const { id, fullName, shopName, about, imageId, place } = loaderData.closet
  const name = shopName ?? fullName
  const picture = imageId ? imageAddress(imageId) : loaderData.items[0]?.imageUrl
  return publicMeta(matches, {
    title: shopName ?? `${fullName}’s closet`,
    description: `Rent clothes from ${name}${place ? ` in ${place}` : ''} by the week. ${about ?? ''}`,
    path: href('/closets/:id', { id }),
    image: picture ? { path: imagePreview(picture), alt: name } : undefined,
  })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const id = idOfAddress<PersonId>(request, params.id)
  const closet = id && (await findPublicCloset(db, id, today))
  if (!closet) return data(null, { status: 404 })
  const page = await itemsOf(
    context,
    request,
    { closetId: closet.id },
    href('/closets/:id', { id }),
  )
  const place = closet.city && closet.state ? `${closet.city}, ${closet.state}` : null
  const { person } = viewerIn(context)
  const hasPage = Boolean(closet.shopName || closet.about || closet.imageId)
  const mayClear = hasPage && asAdmin(person) !== null
  const clearing = mayClear && new URL(request.url).searchParams.has('clear')
  const isOwn = person?.id === closet.id && !closet.isAdmin
  const mayBlock = person !== null && !closet.isAdmin
  return { closet: { ...closet, place }, today, isOwn, mayBlock, mayClear, clearing, ...page }
}

const clearForm = z.object({ reason: lines({ maxLength: 500, missing: 'Please give a reason.' }) })

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, originOf } = context.get(appContext)
  const admin = orNotFound(asAdmin(viewerIn(context).person))
  const closetId = orNotFound(parseId<PersonId>(params.id))
  const form = await readForm(request)
  const read = checkForm(clearForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const wanted = { closetId, reason: read.value.reason, origin: originOf(request) }
  const cleared = await clearClosetPage(db, admin, wanted, clock())
  const here = href('/closets/:id', { id: closetId })
  return cleared.ok
    ? redirectWithSuccess(
        here,
        isolated(`The page of ${cleared.value.fullName} is emptied. The closet will get an email.`),
      )
    : redirectWithError(here, 'This has already been done.')
}

/** One closet: what it says about itself, how to reach it, and its items. */
export default function Closet({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  const { closet, today, items, first, next, isOwn, mayBlock, mayClear, clearing } = loaderData
  const { id, place } = closet
  const here = href('/closets/:id', { id })
  return (
    <div className="page-column pt-10 pb-8 sm:pt-16">
      <ClosetIntro closet={closet} isOwn={isOwn} clearTo={mayClear ? `${here}?clear` : null} />
      <dl className="mt-6 grid max-w-2xl grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-[0.9375rem]">
        <dt className="text-soft">Location</dt>
        <dd>{place ?? 'Location not specified'}</dd>
        <dt className="text-soft">Delivery</dt>
        <dd>
          <WaysLine closet={closet} />
        </dd>
        <Availability lister={closet} today={today} />
        <ContactLines lister={closet} />
      </dl>
      {!isOwn && (
        <div className="mt-4">
          <ReportLinks
            noun="person"
            id={id}
            report="Report this closet"
            blocks={mayBlock ? { personId: id, text: 'Block this closet' } : null}
          />
        </div>
      )}
      <ItemsBelow items={items} first={first} next={next} />
      {(clearing || actionData) && (
        <ConfirmDialog
          question="Remove the shop name, photo and text?"
          open={actionData ?? clearing}
          closeTo={here}
          confirmText="Remove"
          danger
          noValidate
        >
          <TextArea
            label="Reason"
            hint="The closet gets it by email."
            name="reason"
            required
            defaultValue={actionData?.values.reason}
            error={actionData?.fields.reason}
          />
        </ConfirmDialog>
      )}
    </div>
  )
}
