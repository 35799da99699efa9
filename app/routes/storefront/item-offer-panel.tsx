import { href, Link } from 'react-router'
import { groupAddress } from '#app/components/browse/group-address.ts'
import { NotNow } from '#app/components/rental/no-item.tsx'
import { RentPanel } from '#app/components/rental/rent-panel.tsx'
import { useAddressOfDates } from '#app/components/rental/use-address-of-dates.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import {
  datesInWords,
  parseCalendarDate,
  rangeInWords,
  showDate,
} from '#domain/shared/calendar-date.ts'
import type { Route } from './+types/item.ts'

type Props = {
  readonly loaderData: Exclude<Route.ComponentProps['loaderData'], { item: null }>
  readonly actionData: Route.ComponentProps['actionData']
}

/** The rent panel, or why there is none. */
export function OfferPanel({ loaderData, actionData }: Props) {
  const { item, viewer, ownRental } = loaderData
  if (ownRental && item.status === 'rented') return <OwnRental rental={ownRental} />
  const similar = groupAddress('style', item.style)
  switch (item.status) {
    case 'rented':
      return (
        <>
          {actionData?.clearDates && <NoDatesInAddress />}
          <NotNow similar={similar}>Currently Rented</NotNow>
        </>
      )
    case 'paused':
      return <NotNow similar={similar}>This item is currently not available.</NotNow>
    case 'pending':
      return (
        <Notice>
          This item is pending approval. Only its closet and admins can see it.{' '}
          {viewer === 'admin' && (
            <Link to={href('/admin/items')} className="text-link">
              Go to pending items
            </Link>
          )}
        </Notice>
      )
    case 'denied':
      return <Notice>This item was not approved. Only its closet and admins can see it.</Notice>
    case 'retired':
      return <Notice>This item was deleted. Only its closet and admins can see it.</Notice>
    case 'free':
  }
  // Without a script an answer is part of the page, whose address may not have the dates.
  const chosen = (name: 'start' | 'end') =>
    actionData && !actionData.clearDates
      ? parseCalendarDate(actionData.dates[name])
      : loaderData[name]
  if (item.isOwn) return <Notice>This is your own item. Shoppers can rent it.</Notice>
  if (viewer === 'admin') return <Notice>Admins cannot rent items.</Notice>
  return (
    <div className="grid gap-5">
      {item.out && (
        <Notice>
          Currently Rented.{item.out.freeFrom && ` Free again from ${showDate(item.out.freeFrom)}.`}
        </Notice>
      )}
      {ownRental && (
        <Notice>
          {ownRentalInWords(ownRental)}{' '}
          <Link to={href('/my-rentals/:id', { id: ownRental.id })} className="text-link">
            Go to your rental
          </Link>
        </Notice>
      )}
      <RentPanel
        key={item.id}
        creditsPerDay={item.creditsPerDay}
        today={loaderData.today}
        unavailableDays={item.blockedDates}
        start={chosen('start')}
        end={chosen('end')}
        signedIn={viewer === 'shopper'}
        deposit={loaderData.deposit}
        delivery={actionData?.delivery ?? loaderData.delivery}
        errors={actionData?.errors ?? {}}
        requestKey={loaderData.requestKey}
        cleared={actionData?.clearDates ? actionData : null}
      />
    </div>
  )
}

/**
 * When someone else was first, removes the dates from the address; otherwise a reload would request
 * them again.
 */
function NoDatesInAddress() {
  useAddressOfDates(null, null)
  return null
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
        <p className="font-medium">Currently Rented</p>
        <p>{ownRentalInWords(rental)}</p>
      </Notice>
      <LinkButton to={href('/my-rentals/:id', { id: rental.id })} className="justify-self-start">
        Go to your rental
      </LinkButton>
    </div>
  )
}
