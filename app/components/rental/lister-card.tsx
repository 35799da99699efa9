import { Fragment } from 'react'
import { href } from 'react-router'
import { WaysLine } from '#app/components/place/ways-line.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ItemPage } from '#domain/catalogue/items/item-queries.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { answerTimeInWords, awayInWords, dayNotice } from './closet-words.ts'

type Lister = ItemPage['lister']

type ListerCardProps = {
  readonly lister: Lister
  readonly location: string
  /** The search for items of this place; null without a place. */
  readonly placeTo: string | null
  readonly today: CalendarDate
}

/** The item's lister and how to reach them; the email address is never public. */
export function ListerCard({ lister, location, placeTo, today }: ListerCardProps) {
  return (
    <section className="mt-12 border-t border-line pt-8">
      <h2 className="text-2xl wrap-anywhere">
        Listed by{' '}
        <TextLink to={href('/closets/:id', { id: lister.id })}>{lister.fullName}</TextLink>
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-[0.9375rem] wrap-anywhere">
        <dt className="text-soft">Location</dt>
        <dd>{placeTo ? <TextLink to={placeTo}>{location}</TextLink> : location}</dd>
        <dt className="text-soft">Delivery</dt>
        <dd>
          <WaysLine closet={lister} />
        </dd>
        <Availability lister={lister} today={today} />
        <ContactLines lister={lister} />
      </dl>
    </section>
  )
}

type AvailabilityProps = {
  lister: Pick<Lister, 'answers' | 'noticeDays' | 'timeOff'>
  today: CalendarDate
}

/** How a lister answers requests, and when they rent out: lines of a description list. */
export function Availability({ lister, today }: AvailabilityProps) {
  return (
    <>
      {lister.answers && (
        <>
          <dt className="text-soft">Requests</dt>
          <dd>
            Usually answered {answerTimeInWords(lister.answers.medianSeconds)},{' '}
            {lister.answers.acceptedPercent}% accepted
          </dd>
        </>
      )}
      <dt className="text-soft">Advance notice</dt>
      <dd>{dayNotice(lister, today)}</dd>
      {lister.timeOff.length > 0 && (
        <>
          <dt className="text-soft">Time off</dt>
          <dd className="grid gap-2 wrap-anywhere">
            {lister.timeOff.map((days) => (
              <p key={days.start}>
                {awayInWords(days, today)}.{days.note && <> “{days.note}”</>}
              </p>
            ))}
          </dd>
        </>
      )}
    </>
  )
}

/** A lister's phone number and Instagram, if given: lines of a description list. */
export function ContactLines({ lister }: { lister: Pick<Lister, 'phone' | 'instagramHandle'> }) {
  const handle = lister.instagramHandle?.replace(/^@/, '')
  return (
    <>
      {lister.phone && (
        <>
          <dt className="text-soft">Phone</dt>
          <dd>
            <a href={`tel:${lister.phone.replace(/[^\d+]/g, '')}`} className="text-link">
              {lister.phone}
            </a>
          </dd>
        </>
      )}
      {handle && (
        <>
          <dt className="text-soft">Instagram</dt>
          <dd>
            <a
              href={`https://instagram.com/${encodeURIComponent(handle)}`}
              rel="noopener nofollow"
              className="text-link"
            >
              @<BreakableHandle handle={handle} />
            </a>
          </dd>
        </>
      )}
    </>
  )
}

/** Breaks after a dot or an underscore rather than within a word. */
function BreakableHandle({ handle }: { handle: string }) {
  return handle.split(/(?<=[._])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
