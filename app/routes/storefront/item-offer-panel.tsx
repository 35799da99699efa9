import { useEffect } from 'react'
import { href } from 'react-router'
import { groupAddress } from '#app/components/browse/group-address.ts'
import { forgetCarriedDates } from '#app/components/dates/carried-dates.ts'
import { shortRange } from '#app/components/dates/short-range.ts'
import { useAddressOfDates } from '#app/components/dates/use-address-of-dates.ts'
import { notYetTrusted } from '#app/components/rental/high-value-words.ts'
import type { PostedDates } from '#app/components/rental/item-dialogs.tsx'
import { NotNow } from '#app/components/rental/no-item.tsx'
import { RentPanel } from '#app/components/rental/rent-panel.tsx'
import { JoinForDates, JoinForm, PlaceNotice } from '#app/components/rental/waitlist-panel.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { firstDayToWaitFor } from '#domain/booking/waitlist/first-day.ts'
import {
  type CalendarDate,
  datesInWords,
  parseCalendarDate,
  rangeInWords,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/item.ts'

type Props = {
  readonly loaderData: Exclude<Route.ComponentProps['loaderData'], { item: null }>
  readonly actionData: Route.ComponentProps['actionData']
}

/** Whether the form for renting or for the waitlist says why the item is not delivered. */
export function saysOutOfArea({ item, viewer, ownRental, offer, waitlist }: Props['loaderData']) {
  if (!offer.sentence || item.isOwn || viewer === 'admin') return false
  if (item.rentalsNeeded !== null && viewer === 'shopper') return false
  if (item.status === 'rented') return !ownRental && !waitlist.entry
  return item.status === 'free' && !(waitlist.heldUntil && waitlist.entry)
}

/** The rent panel, or why there is none. */
export function OfferPanel({ loaderData, actionData }: Props) {
  const { item, viewer, ownRental } = loaderData
  if (ownRental && item.status === 'rented') return <OwnRental rental={ownRental} />
  const similar = groupAddress('style', item.style)
  const find = {
    size: [item.size],
    ...(loaderData.start && loaderData.end && { start: loaderData.start, end: loaderData.end }),
  }
  const notNow = (reason: string) => (
    <NotNow similar={similar} find={find}>
      {reason}
    </NotNow>
  )
  const waitlist = <WaitlistPart {...{ loaderData, actionData }} />
  const seenBy = item.isOwn
    ? 'Only you and Hemline’s admins can see it.'
    : 'Only its closet and admins can see it.'
  switch (item.status) {
    case 'rented':
      return (
        <>
          {actionData?.clearDates && <NoDatesInAddress />}
          {notNow('Currently Rented')}
          {waitlist}
        </>
      )
    case 'paused':
      return notNow('Not available at the moment.')
    case 'draft':
      return <Notice>This item needs a photo. {seenBy}</Notice>
    case 'pending':
      return (
        <Notice>
          This item is pending approval. {seenBy}{' '}
          {viewer === 'admin' && <TextLink to={href('/admin/items')}>Go to pending items</TextLink>}
        </Notice>
      )
    case 'denied':
      return <Notice>This item was not approved. {seenBy}</Notice>
    case 'retired':
      return <Notice>This item was deleted. {seenBy}</Notice>
    case 'free':
  }
  if (item.isOwn) return <Notice>This is your own item. Shoppers can rent it.</Notice>
  if (viewer === 'admin') return <Notice>Admins cannot rent items.</Notice>
  const { entry, heldUntil } = loaderData.waitlist
  const needed = item.rentalsNeeded === null ? null : notYetTrusted(item.rentalsNeeded)
  if (needed && viewer === 'shopper')
    return (
      <>
        {notNow(needed)}
        {entry && waitlist}
      </>
    )
  if (heldUntil)
    return (
      <>
        {actionData?.clearDates && <NoDatesInAddress />}
        {notNow(`Held for somebody else until ${heldUntil}.`)}
        {waitlist}
      </>
    )
  const { held } = loaderData
  const offer = held ?? (entry?.heldUntil ? entry : null)
  const waitsFrom = firstDayToWaitFor(loaderData.today, item.lister.noticeDays)
  // Without a script an answer is part of the page, whose address may not have the dates that were
  // sent, or still has those that were refused.
  const chosen = (name: 'start' | 'end') => {
    if (actionData?.clearDates) return null
    const date = actionData ? parseCalendarDate(actionData.dates[name]) : loaderData[name]
    return date ?? offer?.[name] ?? null
  }
  return (
    <div className="grid gap-5">
      {needed && <Notice>{needed}</Notice>}
      {held && (
        <Notice>
          {shortRange(held.start, held.end, loaderData.today)}{' '}
          {held.start === held.end ? 'is' : 'are'} held for you until {held.until}, while you pay.
        </Notice>
      )}
      {entry && <PlaceNotice entry={entry} today={loaderData.today} />}
      {!entry && actionData?.offersWaitlist && (
        <JoinTakenDates dates={actionData.dates} from={waitsFrom} today={loaderData.today} />
      )}
      {item.out && <Notice>{outInWords(item.out, loaderData.today)}</Notice>}
      {ownRental && (
        <Notice>
          {ownRentalInWords(ownRental)}{' '}
          <TextLink to={href('/my-rentals/:id', { id: ownRental.id })}>Go to your rental</TextLink>
        </Notice>
      )}
      <RentPanel
        key={item.id}
        size={item.size}
        creditsPerDay={item.creditsPerDay}
        today={loaderData.today}
        unavailableDays={item.blockedDates}
        ownRental={ownRental}
        start={chosen('start')}
        end={chosen('end')}
        signedIn={viewer === 'shopper'}
        deposit={loaderData.deposit}
        delivery={actionData?.delivery ?? loaderData.delivery}
        offer={loaderData.offer}
        handover={actionData?.handover ?? loaderData.handover}
        errors={actionData?.errors ?? {}}
        refused={actionData?.kind === 'fields' ? actionData : null}
        requestKey={loaderData.requestKey}
        waitsFrom={entry ? null : waitsFrom}
        cleared={actionData?.clearDates ? actionData : null}
      />
      {item.advanceBooking && !entry && (
        <details>
          <summary className="inline-flex min-h-6 items-center text-sm text-link">
            Join the waitlist for unavailable dates
          </summary>
          <div className="mt-4">
            <JoinForm
              today={loaderData.today}
              from={waitsFrom}
              start={null}
              end={null}
              outOfArea={null}
            />
          </div>
        </details>
      )}
    </div>
  )
}

/** The place in line, or a form to join it; only for people who can rent the item. */
function WaitlistPart({ loaderData, actionData }: Props) {
  const { item, viewer, today, waitlist } = loaderData
  if (item.isOwn || viewer === 'admin') return null
  if (item.rentalsNeeded !== null && viewer === 'shopper' && !waitlist.entry)
    return <p className="mt-6 text-soft">{notYetTrusted(item.rentalsNeeded)}</p>
  const chosen = (name: 'start' | 'end') =>
    actionData ? parseCalendarDate(actionData.dates[name]) : loaderData[name]
  return (
    <div className="mt-6">
      {waitlist.entry ? (
        <PlaceNotice entry={waitlist.entry} today={today} />
      ) : (
        <JoinForm
          today={today}
          from={firstDayToWaitFor(today, item.lister.noticeDays)}
          start={chosen('start')}
          end={chosen('end')}
          outOfArea={loaderData.offer.sentence}
        />
      )}
    </div>
  )
}

function JoinTakenDates({
  dates,
  from,
  today,
}: {
  dates: PostedDates
  from: CalendarDate
  today: CalendarDate
}) {
  const [start, end] = [parseCalendarDate(dates.start), parseCalendarDate(dates.end)]
  return start && end && start >= from ? <JoinForDates {...{ start, end, today }} /> : null
}

/**
 * When someone else was first, removes the dates from the address and from those that are carried
 * along; otherwise a reload would request them again.
 */
function NoDatesInAddress() {
  useAddressOfDates(null, null)
  useEffect(forgetCarriedDates, [])
  return null
}

type Out = NonNullable<Props['loaderData']['item']['out']>

function outInWords({ dueOn, freeFrom }: Out, today: CalendarDate): string {
  if (dueOn < today)
    return `Currently Rented. It was due back on ${showDate(dueOn)} and is not back yet.`
  return freeFrom ? `Currently Rented. Free again from ${showDate(freeFrom)}.` : 'Currently Rented'
}

type OwnRentalOf = NonNullable<Props['loaderData']['ownRental']>

function ownRentalInWords({ start, end, status }: OwnRentalOf): string {
  return status === 'pending'
    ? `You have requested this item for ${rangeInWords(start, end)}.`
    : `You rented this item ${datesInWords(start, end)}.`
}

/** The person who has rented it gets a link to their rental. */
function OwnRental({ rental }: { rental: OwnRentalOf }) {
  return (
    <div className="grid gap-4">
      <Notice>
        <p>{ownRentalInWords(rental)}</p>
      </Notice>
      <LinkButton to={href('/my-rentals/:id', { id: rental.id })} className="justify-self-start">
        Go to your rental
      </LinkButton>
    </div>
  )
}
