import { data, href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { AddToBoard } from '#app/components/boards/add-to-board.tsx'
import { groupAddress } from '#app/components/browse/group-address.ts'
import { FitReturns } from '#app/components/cases/fit-returns.tsx'
import { FitOdds } from '#app/components/fit/fit-odds.tsx'
import { ItemMeasurements } from '#app/components/fit/item-measurements.tsx'
import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { ItemTitle } from '#app/components/items/item-title.tsx'
import { LikeButton } from '#app/components/items/like-button.tsx'
import { ShareButton } from '#app/components/items/share-button.tsx'
import { AskAboutItem } from '#app/components/messages/ask-about-item.tsx'
import { originIn, pageMeta, publicMeta } from '#app/components/pages/page-meta.ts'
import { ownDeposit } from '#app/components/payment/own-deposit.ts'
import { ItemReach } from '#app/components/place/item-reach.tsx'
import { ItemReviews, RatingSums } from '#app/components/ratings/item-reviews.tsx'
import { ItemDescription } from '#app/components/rental/item-description.tsx'
import { ItemDialog } from '#app/components/rental/item-dialogs.tsx'
import { ItemGallery } from '#app/components/rental/item-gallery.tsx'
import { itemOffer } from '#app/components/rental/item-offer.ts'
import { ListerCard } from '#app/components/rental/lister-card.tsx'
import { ItemNotFound, ItemNotLoaded } from '#app/components/rental/no-item.tsx'
import { PhotoPage } from '#app/components/rental/photo-page.tsx'
import { RelatedRow } from '#app/components/rental/related-rows.tsx'
import { ReportLinks } from '#app/components/reports/report-links.tsx'
import { supportAddress } from '#app/components/reports/support-address.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { addInstant, instantOf } from '#app/request/place/instant.ts'
import { idOfAddress } from '#app/request/shared-id.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ItemId } from '#db/ids.ts'
import { bodyOf, shouldFit } from '#domain/accounts/sizes/should-fit.ts'
import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { heldForShopper } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { heldForOthersUntil } from '#domain/booking/waitlist/waitlist.ts'
import { type MyEntry, myEntryFor } from '#domain/booking/waitlist/waitlist-queries.ts'
import { findItemFit } from '#domain/catalogue/fit/fit-answers.ts'
import { saysOtherwise } from '#domain/catalogue/fit/wearer.ts'
import { choiceWords, itemChoices } from '#domain/catalogue/items/fields/item-fields.ts'
import { valueAlone } from '#domain/catalogue/items/fields/item-words.ts'
import { placeOfRenter } from '#domain/catalogue/reach/reach.ts'
import {
  emptySearch,
  type SearchQuery,
  searchAddress,
} from '#domain/catalogue/search/search-query.ts'
import { dollarsInWords } from '#domain/money/checkout/credit-prices.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { imagePreview } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { done } from '#domain/shared/outcome.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/item.ts'
import { shownOffer } from './handover-offer.ts'
import { answerItemForm } from './item-actions.ts'
import { OfferPanel, saysOutOfArea } from './item-offer-panel.tsx'
import { readItemReviews } from './item-reviews.ts'
import { readItem, readRelated } from './read-item.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const item = loaderData?.item
  if (!item) return pageMeta(loaderData?.failed ? 'Something went wrong' : 'Item Not Found')
  if (!isPublic(item)) return pageMeta(item.title)
  return publicMeta(matches, {
    title: item.title,
    description: `${creditsInWords(item.creditsPerWeek)} per week (${dollarsInWords(item.creditsPerWeek)}), size ${item.size}. ${item.description}`,
    path: addressOf(item),
    linkTitle: `${item.title}, ${dollarsInWords(item.creditsPerWeek)} a week`,
    image: item.image ? { path: imagePreview(item.image.url), alt: item.title } : undefined,
    data: itemOffer(originIn(matches), item),
  })
}

/** The days that came along, if an item can be rented on such. */
function rentalDays(query: URLSearchParams, today: CalendarDate): DateRange | null {
  const [start, end] = ['start', 'end'].map((name) => parseCalendarDate(query.get(name)))
  return start && end && start >= today && end >= start ? { start, end } : null
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = idOfAddress<ItemId>(request, params.id)
  const { db, timeZone } = context.get(appContext)
  const { person } = viewerIn(context)
  const today = todayIn(context)
  const shopper = shopperIn(context)
  const query = new URL(request.url).searchParams
  const read = await attempt(context, request, async () => {
    const found = id && (await readItem(context, id))
    if (!found) return done(null)
    const { renter, sizes } = found
    const { hasWaitlist, isHeld, reach, acceptsSome, ...item } = found.item
    const place = placeOfRenter({
      typed: renter?.delivery.address ?? null,
      // A ZIP code that came with this request is newer than the one of its session.
      zip: renter ? renter.zip : viewerIn(context).zip,
      stored: null,
    })
    const [related, entry, heldUntil, held, fit, reviews] = await Promise.all([
      readRelated(context, found, rentalDays(query, today)),
      shopper && hasWaitlist ? myEntryFor(db, shopper, item.id) : null,
      hasWaitlist || isHeld ? heldForOthersUntil(db, item.id, person?.id ?? null) : null,
      shopper && isHeld ? heldForShopper(db, shopper, item.id) : null,
      findItemFit(db, item.id, shopper),
      item.rating && readItemReviews(context, { itemId: item.id, sizes, query }),
    ])
    const waitlist = { entry, heldUntil }
    const { fromCloset, similar } = related
    const instant = await instantOf(
      context,
      [{ id: item.id, ...(acceptsSome && { acceptsSome }) }, ...fromCloset, ...similar],
      place?.point,
    )
    const marked = (cards: typeof similar) => cards.map((card) => addInstant(card, instant))
    return done({
      item,
      renter,
      place,
      offer: shownOffer({ ...item, reach }, place),
      waitlist,
      held: held && { ...held, until: showInstant(held.until, timeZone) },
      body: item.measurements && sizes && bodyOf(sizes),
      fit,
      reviews,
      related: { ...related, fromCloset: marked(fromCloset), similar: marked(similar) },
      isInstant: instant.has(item.id),
    })
  })
  if (!read.ok) return data({ item: null, failed: true }, { status: 500 })
  if (!read.value) return data({ item: null, failed: false }, { status: 404 })
  const { item, renter, place, offer, waitlist, held, body, fit, reviews, related, isInstant } =
    read.value
  return {
    item,
    today,
    photo: placeIn(query, item.photoUrls.length),
    start: parseCalendarDate(query.get('start')),
    end: parseCalendarDate(query.get('end')),
    viewer: person ? (shopper ? ('shopper' as const) : ('admin' as const)) : ('visitor' as const),
    deposit: renter && ownDeposit(renter.deposit),
    delivery: renter && {
      zip: place || person?.accountType !== 'regular' ? null : '',
      phone: renter.delivery.phone ?? '',
      address: renter.delivery.address ?? '',
      notes: renter.delivery.notes ?? '',
    },
    offer,
    handover: readHandover(query.get('handover')),
    ownRental: renter?.ownRental ?? null,
    body,
    fit,
    otherwise:
      body && fit && item.measurements
        ? saysOtherwise(fit.odds, shouldFit(item.measurements, body))
        : null,
    waitlist: inWords(waitlist, timeZone),
    isInstant,
    held,
    reviews,
    ...related,
    requestKey: newId(),
  }
}

/** Whether it is offered to everybody. */
const isPublic = ({ status }: { status: string }) => status === 'free' || status === 'rented'

const addressOf = ({ id }: { id: string }) => href('/item/:id', { id })

/** The photo that is requested as a separate page; null for the item. */
function placeIn(query: URLSearchParams, photos: number): number | null {
  const place = Number(query.get('photo'))
  return Number.isInteger(place) && place >= 1 && place <= photos ? place : null
}

function inWords(
  { entry, heldUntil }: { entry: MyEntry | null; heldUntil: Date | null },
  timeZone: string,
) {
  const words = (at: Date | null) => at && showInstant(at, timeZone)
  return {
    /** Until when the item is held for somebody else. */
    heldUntil: words(heldUntil),
    entry: entry && { ...entry, heldUntil: words(entry.heldUntil) },
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const itemId = parseId<ItemId>(params.id)
  if (!itemId) throw redirect(href('/item/:id', { id: params.id }))
  return await answerItemForm({ request, context, itemId })
}

/** When dates, price or what the closet offers there are other ones, the page's data is reloaded. */
export function shouldRevalidate({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOutdated =
    actionResult?.clearDates === true ||
    actionResult?.showsNewPrice === true ||
    actionResult?.showsNewOffer === true
  return isOutdated || defaultShouldRevalidate
}

export default function Item({ loaderData, actionData, matches }: Route.ComponentProps) {
  if (!loaderData.item)
    return (
      <>
        {loaderData.failed ? <ItemNotLoaded /> : <ItemNotFound />}
        <ItemDialog answer={actionData} />
      </>
    )
  const { item, viewer, reviews, reach, fromCloset, similar, photo } = loaderData
  if (photo) return <PhotoPage urls={item.photoUrls} title={item.title} place={photo} />
  const dates = datesIn(loaderData)
  const { start, end } = loaderData
  const searchFor = (find: Partial<SearchQuery>) =>
    searchAddress(emptySearch, { ...(start && end && { start, end }), ...find })
  return (
    <>
      <div className="page-column grid gap-x-12 gap-y-8 pt-4 pb-20 md:grid-cols-[auto_minmax(0,32rem)] md:justify-center md:pt-8 lg:gap-x-20">
        <div className="md:sticky md:top-[calc(var(--header-height)+1.5rem)] md:self-start">
          <ItemGallery key={item.id} urls={item.photoUrls} title={item.title} />
        </div>
        <div className="min-w-0 max-md:max-w-xl">
          <Facts className="eyebrow">
            <Link to={groupAddress('style', item.style, dates)} className="hover:text-ink">
              {item.style}
            </Link>
            <Link to={groupAddress('occasion', item.eventType, dates)} className="hover:text-ink">
              {item.eventType}
            </Link>
            <Link to={searchFor({ size: [item.size] })} className="hover:text-ink">
              Size {item.size}
            </Link>
            {itemChoices.map(({ field, label }) => {
              const value = item[field]
              return (
                value && (
                  <Link key={field} to={searchFor({ [field]: [value] })} className="hover:text-ink">
                    {valueAlone(choiceWords(field, value), label)}
                  </Link>
                )
              )
            })}
          </Facts>
          <h1
            className={classNames(
              'mt-3 wrap-anywhere',
              item.title.length > 48 ? 'text-3xl' : 'text-4xl sm:text-5xl',
            )}
          >
            <ItemTitle title={item.title} />
          </h1>
          {item.brand && (
            <p className="mt-2">
              <Link to={searchFor({ brand: [item.brand.id] })} className="text-soft text-link">
                {item.brand.name}
              </Link>
            </p>
          )}
          {item.rating && <RatingSums rating={item.rating} to="#reviews" />}
          <div className="mt-5 flex flex-wrap items-start gap-x-4 gap-y-3">
            <p className="flex-1 basis-44 text-lg">
              <strong className="font-medium tabular-nums">
                {creditsInWords(item.creditsPerWeek)}
              </strong>{' '}
              <span className="text-soft">per week</span>
            </p>
            <div className="flex gap-5">
              {isPublic(item) && (
                <ShareButton
                  noun="item"
                  title={item.title}
                  url={originIn(matches) + addressOf(item)}
                />
              )}
              <LikeButton
                itemId={item.id}
                title={item.title}
                likes={item.likes}
                liked={viewer === 'shopper' ? item.liked : null}
              />
            </div>
          </div>
          {item.creditsPerWeek > 0 && (
            <p className="mt-2 text-soft first-letter:uppercase">
              {dollarsInWords(item.creditsPerWeek)} a week,{' '}
              <TextLink to={`${href('/how-it-works')}#prices`}>
                depending on how you buy credits
              </TextLink>
            </p>
          )}
          {loaderData.isInstant && item.status === 'free' && !item.isOwn && (
            <p className="mt-2">
              <strong className="font-medium">Instant.</strong>{' '}
              <span className="text-soft">Confirmed as soon as you request it.</span>
            </p>
          )}
          <ItemReach
            reach={reach}
            lister={item.lister}
            hasReasonBelow={saysOutOfArea(loaderData)}
          />
          {/* On a wide screen dates, price and button come first, so that they need no scrolling. */}
          <div className="flex flex-col md:flex-col-reverse">
            <div>
              <ItemDescription text={item.description} />
              {isPublic(item) && <AddToBoard itemId={item.id} />}
            </div>
            <div className="mt-6">
              <OfferPanel loaderData={loaderData} actionData={actionData} />
            </div>
          </div>
          {item.measurements && (
            <ItemMeasurements measurements={item.measurements} body={loaderData.body} />
          )}
          {loaderData.fit && (
            <FitOdds
              fit={loaderData.fit}
              otherwise={loaderData.otherwise}
              isShopper={viewer === 'shopper'}
            />
          )}
          {item.fitReturns && <FitReturns creditsPerDay={item.creditsPerDay} />}
          <ListerCard
            lister={item.lister}
            location={item.location}
            today={loaderData.today}
            placeTo={item.isPlaced ? searchFor({ city: [item.location] }) : null}
          />
          <AskAboutItem item={item} viewer={viewer} />
          <div className="mt-4">
            <ReportLinks
              noun="item"
              id={item.id}
              report="Report this listing"
              problemTo={supportAddress({ item: item.id })}
            />
          </div>
        </div>
        <ItemDialog answer={actionData} />
      </div>
      {item.rating && reviews && (
        <ItemReviews
          key={item.id}
          rating={item.rating}
          page={reviews}
          isAdmin={viewer === 'admin'}
        />
      )}
      <RelatedRow
        title={isolated(`More from ${item.lister.fullName}`)}
        items={fromCloset}
        more={{
          to: `${href('/closets/:id', { id: item.lister.id })}${dates}`,
          text: 'See all items',
        }}
      />
      <RelatedRow
        title="Similar items"
        items={similar}
        more={{ to: groupAddress('style', item.style, dates), text: 'See this style' }}
      />
    </>
  )
}

/** The chosen dates as a query, passed on to the next item. */
function datesIn({ start, end }: { start: string | null; end: string | null }): string {
  return start && end ? `?${new URLSearchParams({ start, end })}` : ''
}
