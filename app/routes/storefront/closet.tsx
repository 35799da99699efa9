import { data, href } from 'react-router'
import { ItemsBelow } from '#app/components/browse/items-below.tsx'
import { NotFoundPage } from '#app/components/pages/not-found-page.tsx'
import { pageMeta, publicMeta } from '#app/components/pages/page-meta.ts'
import { WaysLine } from '#app/components/place/ways-line.tsx'
import { Availability, ContactLines } from '#app/components/rental/lister-card.tsx'
import { ReportLinks } from '#app/components/reports/report-links.tsx'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { idOfAddress } from '#app/request/shared-id.ts'
import type { PersonId } from '#db/ids.ts'
import { findPublicCloset } from '#domain/accounts/closets/public-closet.ts'
import type { Route } from './+types/closet.ts'
import { itemsOf } from './items-of.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta('Not found')
  const { id, fullName, place } = loaderData.closet
  return publicMeta(matches, {
    title: `${fullName}’s closet`,
    description: `Rent clothes from ${fullName}${place ? ` in ${place}` : ''} by the week.`,
    path: href('/closets/:id', { id }),
  })
}

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
  return { closet: { ...closet, place }, today, ...page }
}

/** The items of one closet, and how to reach it. */
export default function Closet({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NotFoundPage />
  const { closet, today, items, first, next } = loaderData
  const { id, fullName, place } = closet
  return (
    <div className="page-column pt-10 pb-8 sm:pt-16">
      <p className="eyebrow">Closet</p>
      <h1 className="mt-2">{fullName}</h1>
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
      <div className="mt-4">
        <ReportLinks
          noun="person"
          id={id}
          report="Report this closet"
          blocks={closet.isAdmin ? null : { personId: id, text: 'Block this closet' }}
        />
      </div>
      <ItemsBelow items={items} first={first} next={next} />
    </div>
  )
}
