import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ItemPicture, pictureAddress } from '#app/components/item-picture.tsx'
import { ItemTitle } from '#app/components/item-title.tsx'
import { LikeButton } from '#app/components/like-button.tsx'
import { originIn, pageMeta, publicMeta } from '#app/components/page-meta.ts'
import { ItemDialog } from '#app/components/rental/item-dialogs.tsx'
import { itemOffer } from '#app/components/rental/item-offer.ts'
import { ListerCard } from '#app/components/rental/lister-card.tsx'
import { ItemNotFound, ItemNotLoaded, NotNow } from '#app/components/rental/no-item.tsx'
import { RentPanel } from '#app/components/rental/rent-panel.tsx'
import { attempt } from '#app/http/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/http/contexts.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Notice } from '#app/ui/notice.tsx'
import { findDeposit } from '#domain/deposits/deposits.ts'
import { findItem } from '#domain/items/item-queries.ts'
import { parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/item.ts'
import { answerItemForm } from './item-actions.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const item = loaderData?.item
  if (!item) return pageMeta(loaderData?.failed ? 'Something went wrong' : 'Item Not Found')
  const isPublic = item.standing === 'free' || item.standing === 'rented'
  if (!isPublic) return pageMeta(item.title)
  return publicMeta(matches, {
    title: item.title,
    description: `${item.creditsPerWeek} credits per week, size ${item.size}. ${item.description}`,
    path: `/item/${item.id}`,
    image: item.image ? pictureAddress(item.image.url, 960) : undefined,
    data: itemOffer(originIn(matches), item),
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = parseId(params.id)
  const { db } = context.get(appContext)
  const { person } = viewerIn(context)
  const today = todayIn(context)
  const shopper = shopperIn(context)
  const read = await attempt(context, request, async () => {
    const item = id && (await findItem(db, person, id, today))
    return { item, deposit: shopper && item ? await findDeposit(db, shopper.id) : null }
  })
  if (read.failed) return data({ item: null, failed: true }, { status: 500 })
  const { item, deposit } = read.value
  if (!item) return data({ item: null, failed: false }, { status: 404 })
  const query = new URL(request.url).searchParams
  return {
    item,
    today,
    start: parseCalendarDate(query.get('start')),
    end: parseCalendarDate(query.get('end')),
    viewer: person ? (shopper ? ('shopper' as const) : ('admin' as const)) : ('visitor' as const),
    deposit:
      shopper && (deposit === null ? ('missing' as const) : (deposit.barred ?? ('paid' as const))),
    requestKey: newId(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const itemId = parseId(params.id)
  if (!itemId) throw redirect(`/item/${params.id}`)
  return await answerItemForm({ request, context, itemId })
}

/** An answer that the dates are gone comes with the days, or the state, that took them. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.clearDates === true || defaultShouldRevalidate
}

export default function Item({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.item)
    return (
      <>
        {loaderData.failed ? <ItemNotLoaded /> : <ItemNotFound />}
        <ItemDialog answer={actionData} />
      </>
    )
  const { item, viewer } = loaderData
  return (
    <div className="page-column grid gap-x-12 gap-y-8 pt-4 pb-20 md:grid-cols-[auto_minmax(0,32rem)] md:justify-center md:pt-8 lg:gap-x-20">
      <div className="md:sticky md:top-[calc(var(--header-height)+1.5rem)] md:self-start">
        <ItemPicture
          imageUrl={item.image?.url ?? null}
          title={item.title}
          sizes="(min-width: 48rem) min(42vw, 50vh), min(92vw, 38vh)"
          cut={item.image ? 'whole' : 'card'}
          priority
          className="mx-auto w-[min(100%,38dvh)]! rounded-picture md:w-[min(42vw,50dvh-var(--header-height)/2-2rem)]!"
        />
      </div>
      <div className="min-w-0 max-md:max-w-xl">
        <p className="eyebrow flex flex-wrap gap-x-3">
          <Link to="/styles" className="hover:text-ink">
            {item.style}
          </Link>
          <span aria-hidden="true">·</span>
          <Link to="/occasions" className="hover:text-ink">
            {item.eventType}
          </Link>
          <span aria-hidden="true">·</span>
          <span>Size {item.size}</span>
        </p>
        <h1
          className={classNames(
            'mt-3 wrap-anywhere',
            item.title.length > 48 ? 'text-3xl' : 'text-4xl sm:text-5xl',
          )}
        >
          <ItemTitle title={item.title} />
        </h1>
        {item.brand && <p className="mt-2 text-soft">{item.brand.name}</p>}
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
          <p className="text-lg">
            <strong className="font-medium tabular-nums">{item.creditsPerWeek} credits</strong>{' '}
            <span className="text-soft">per week</span>
          </p>
          <LikeButton
            itemId={item.id}
            title={item.title}
            likes={item.likes}
            liked={viewer === 'shopper' ? item.liked : null}
          />
        </div>
        <div className="mt-8">
          <Offer loaderData={loaderData} actionData={actionData} />
        </div>
        {item.description && (
          <section className="mt-12">
            <h2 className="text-2xl">About this piece</h2>
            <p className="mt-4 whitespace-pre-line text-soft">{item.description}</p>
          </section>
        )}
        <ListerCard lister={item.lister} location={item.location} />
      </div>
      <ItemDialog answer={actionData} />
    </div>
  )
}

type Loaded = Exclude<Route.ComponentProps['loaderData'], { item: null }>

/** The panel to rent with, or why there is none. */
function Offer({
  loaderData,
  actionData,
}: {
  loaderData: Loaded
  actionData: Route.ComponentProps['actionData']
}) {
  const { item, viewer } = loaderData
  switch (item.standing) {
    case 'rented':
      return <NotNow>Currently Rented</NotNow>
    case 'paused':
      return <NotNow>Not available at the moment.</NotNow>
    case 'pending':
      return (
        <Notice>
          This item waits for approval. Only its closet and admins see it.{' '}
          {viewer === 'admin' && (
            <Link to="/admin/items" className="text-link">
              Go to the items that wait
            </Link>
          )}
        </Notice>
      )
    case 'denied':
      return <Notice>This item was not approved. Only its closet and admins see it.</Notice>
    case 'retired':
      return <Notice>This item was deleted. Only its closet and admins see it.</Notice>
    case 'free':
  }
  // Without a script an answer comes with the page, whose address may not have the dates.
  const chosen = (name: 'start' | 'end') =>
    actionData && !actionData.clearDates
      ? parseCalendarDate(actionData.dates[name])
      : loaderData[name]
  if (item.isOwn) return <Notice>This is your own item. Shoppers can rent it.</Notice>
  if (viewer === 'admin') return <Notice>Admins cannot rent items.</Notice>
  return (
    <RentPanel
      key={item.id}
      creditsPerDay={item.creditsPerDay}
      today={loaderData.today}
      unavailableDays={item.blockedDates}
      start={chosen('start')}
      end={chosen('end')}
      signedIn={viewer === 'shopper'}
      deposit={loaderData.deposit}
      requestKey={loaderData.requestKey}
      cleared={actionData?.clearDates ? actionData : null}
    />
  )
}
