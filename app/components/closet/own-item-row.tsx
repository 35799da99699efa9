import { useContext } from 'react'
import { href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { itemStatusWords } from '#app/components/manage/item-status-words.ts'
import { lendingSentence } from '#app/components/manage/lending-form.ts'
import { PayoutRate } from '#app/components/manage/payout-rate.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import type { ListedOwnItem } from '#domain/catalogue/items/listing/own-item-list.ts'
import { dollars } from '#domain/shared/cents.ts'

type OwnItemRowProps = {
  item: ListedOwnItem
  priority: boolean
  /** The form of the item's checkbox. */
  chooseForm: string
  selected: boolean
  /** False while only admins post items. */
  mayAdd: boolean
  deleteTo: string
}

export function OwnItemRow(props: OwnItemRowProps) {
  const { item, priority, chooseForm, selected, mayAdd, deleteTo } = props
  const { label, kind } = itemStatusWords[item.status]
  const earned = item.creditsPerWeek * useContext(PayoutRate)
  return (
    <li className="relative grid grid-cols-[min(2.75rem,12%)_min(2.5rem,12%)_minmax(0,1fr)] gap-x-3 border-b border-line py-3 md:grid-cols-[2rem_2.5rem_minmax(0,1fr)_8rem_fit-content(46%)] lg:grid-cols-[2rem_2.5rem_minmax(0,1fr)_11rem_fit-content(46%)] md:items-center md:gap-x-5">
      <label className="grid min-h-11 items-center justify-items-center self-start md:self-center md:justify-items-start">
        <input
          type="checkbox"
          name="item"
          value={item.id}
          form={chooseForm}
          defaultChecked={selected}
          className="size-5"
        />
        <span className="sr-only">Select {item.title}</span>
      </label>
      <ItemPicture
        imageUrl={item.imageUrl}
        title=""
        sizes="2.5rem"
        priority={priority}
        className="rounded-picture"
      />
      <div className="min-w-0">
        <h3 className="font-body text-base leading-snug font-medium">
          <Link
            to={href('/business/items/:id', { id: item.id })}
            prefetch="intent"
            className="hover:text-primary-700"
          >
            {item.title}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <Badge kind={kind} className="whitespace-normal!">
            {label}
          </Badge>
          {item.isOut && (
            <Badge kind={itemStatusWords.rented.kind}>{itemStatusWords.rented.label}</Badge>
          )}
          {item.paused && item.status !== 'paused' && <Badge>Paused</Badge>}
          <Facts as="span">
            {item.sku}
            {item.style}
            {item.eventType}
            {`Size ${item.size}`}
            {item.location}
            {!isByDefault(item.lending) && lendingSentence(item.lending)}
          </Facts>
        </p>
        {item.status === 'denied' && item.denialReason && (
          <p className="mt-1 text-sm text-danger">Reason: {item.denialReason}</p>
        )}
      </div>
      <p className="col-start-3 mt-1 flex flex-wrap gap-x-3 text-sm tabular-nums md:col-start-auto md:mt-0 md:block md:text-right">
        <span>
          {item.creditsPerWeek.toLocaleString('en-US')} credits
          {earned > 0 && `, ${dollars(earned)}`}
          <span className="text-soft">/week</span>
        </span>
        <span className="text-soft md:block">
          {item.timesRented === 0 ? 'Never rented' : `Rented ${timesInWords(item.timesRented)}`}
        </span>
      </p>
      <div className="col-start-3 flex flex-wrap items-center gap-x-5 md:col-start-auto md:justify-end">
        <Link to={href('/business/items/:id', { id: item.id })} className={ACTION}>
          Edit<span className="sr-only"> {item.title}</span>
        </Link>
        {mayAdd && (
          <Link to={`${href('/business/items/new')}?like=${item.id}`} className={ACTION}>
            Duplicate<span className="sr-only"> {item.title}</span>
          </Link>
        )}
        <QuickForm
          fields={{ intent: item.paused ? 'resume' : 'pause', item: item.id }}
          kind="quiet"
          size="small"
          className="max-md:min-h-11"
        >
          {item.paused ? 'Resume' : 'Pause'}
          <span className="sr-only"> {item.title}</span>
        </QuickForm>
        <Link to={deleteTo} preventScrollReset className={ACTION}>
          Delete<span className="sr-only"> {item.title}</span>
        </Link>
      </div>
    </li>
  )
}

/** The default lending (one rental at a time, no days between rentals) is not mentioned. */
function isByDefault({ advanceBooking, turnaroundDays }: Lending): boolean {
  return !advanceBooking && turnaroundDays === 0
}

function timesInWords(times: number): string {
  return times === 1 ? 'once' : `${times.toLocaleString('en-US')} times`
}

const ACTION = 'inline-flex min-h-11 items-center text-sm font-medium text-link md:min-h-9'
