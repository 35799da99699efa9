import { href } from 'react-router'
import { ItemPicture } from '#app/components/items/item-picture.tsx'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { findReplacements } from '#domain/booking/rentals/records/replacements.ts'
import type { LetDown } from '#domain/booking/rentals/stage/let-down.ts'
import { aboutMiles } from '#domain/catalogue/places/distance.ts'
import { newId } from '#domain/shared/ids.ts'
import { weeksOf } from '#domain/shared/rental-price.ts'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'

type Replacements = NonNullable<Awaited<ReturnType<typeof findReplacements>>>

export type ShownReplacements = ReturnType<typeof shownReplacements>

/** What a renter who was let down can take, for their pages. */
export function shownReplacements({ rental, choices }: Replacements) {
  const { id, letDown, start, end, totalDays, paid } = rental
  return {
    rentalId: id,
    letDown,
    dates: datesInWords(start, end),
    search: `${href('/search')}?${new URLSearchParams({ start, end })}`,
    /** A live rental gives its credits back with the swap; otherwise they are back already. */
    isPaid: letDown === 'at-risk' || letDown === 'not-delivered',
    choices: choices.map((item) => ({
      id: item.id,
      title: item.title,
      size: item.size,
      imageUrl: item.imageUrl,
      location: item.location,
      distance: item.miles === null ? null : aboutMiles(item.miles),
      price: Math.min(paid, weeksOf(totalDays) * item.creditsPerWeek),
      returned: Math.max(0, paid - weeksOf(totalDays) * item.creditsPerWeek),
      requestKey: newId(),
    })),
  }
}

const LET_DOWN = {
  'at-risk': 'It may not be back in time.',
  'not-delivered': 'It should have been delivered by now.',
  canceled: 'We are sorry that it was canceled.',
  'no-show-overturned': 'We are sorry that you did not get it.',
  'not-as-described': 'We are sorry that it was not as described.',
} as const satisfies Record<LetDown, string>

/** On the page of a rental whose renter was let down. */
export function TakeAnother({ shown }: { shown: ShownReplacements }) {
  const isEmpty = shown.choices.length === 0
  return (
    <section aria-labelledby="take-another" className="mt-8 border-y border-ink py-6">
      <h2 id="take-another" className="text-[1.625rem]">
        Take another item
      </h2>
      <p className="mt-3 max-w-prose text-soft">
        {LET_DOWN[shown.letDown]}{' '}
        {isEmpty
          ? `Nothing of the same size and kind is free ${shown.dates} for you.`
          : `These are free ${shown.dates} and cost you no more than you paid.`}
      </p>
      {isEmpty ? (
        <p className="mt-3">
          <TextLink to={shown.search}>See everything that is free on these days</TextLink>
        </p>
      ) : (
        <ReplacementChoices shown={shown} />
      )}
    </section>
  )
}

/** Each of the choices is taken with one press. */
export function ReplacementChoices({ shown }: { shown: ShownReplacements }) {
  const cost = ({ price, returned }: ShownReplacements['choices'][number]) => {
    if (!shown.isPaid) return creditsInWords(price)
    return returned > 0 ? `You get ${creditsInWords(returned)} back` : 'No extra credits'
  }
  return (
    <ul className="mt-8 grid grid-cols-2 gap-x-5 gap-y-10 sm:grid-cols-3 lg:grid-cols-6">
      {shown.choices.map((item) => (
        <li key={item.id} id={item.id} className="grid scroll-mt-24 content-start gap-3">
          <Link to={href('/item/:id', { id: item.id })} tabIndex={-1} aria-hidden="true">
            <ItemPicture
              imageUrl={item.imageUrl}
              title=""
              sizes="(min-width: 1024px) 15vw, (min-width: 640px) 31vw, calc(50vw - 1.5rem)"
              className="rounded-picture"
            />
          </Link>
          <h3 className="font-body text-base leading-snug font-medium">
            <Link to={href('/item/:id', { id: item.id })} className="hover:text-primary-700">
              {item.title}
            </Link>
          </h3>
          <Facts className="text-sm text-soft">
            {`Size ${item.size}`}
            {item.location}
            {item.distance}
            {cost(item)}
          </Facts>
          <Form
            method="post"
            action={href('/my-rentals/:id/swap', { id: shown.rentalId })}
            failed="This item could not be requested"
          >
            <input type="hidden" name="item" value={item.id} />
            <input type="hidden" name="request_key" value={item.requestKey} />
            <Button kind="secondary" busyText="Processing...">
              Choose<span className="sr-only"> {item.title}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
