import { href } from 'react-router'
import { reportAddress } from '#app/components/reports/report-address.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { SupportKind } from '#db/enums.ts'
import { REQUEST_HOURS } from '#domain/care/cases/return-limits.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { counted } from '#domain/shared/figures.ts'

/** What a request is about, as the form knows it. */
export type ShownSubject = {
  readonly rentalId: string | null
  readonly itemId: string | null
  readonly otherId: string
  readonly side: 'renter' | 'owner' | null
}

type Path = { readonly before: string; readonly to: string; readonly link: string }

/** What solves such a problem faster than writing to us; null if nothing does. */
function betterPath(kind: SupportKind, subject: ShownSubject | null): Path | null {
  switch (kind) {
    case 'not_arrived':
      return arrival(subject)
    case 'not_as_described':
      return (
        sendBack(subject) ??
        (subject?.itemId
          ? {
              before: 'If the listing is wrong or misleading, report it:',
              to: reportAddress('item', subject.itemId),
              link: 'report this listing',
            }
          : null)
      )
    case 'damaged':
      return sendBack(subject) ?? keepDeposit(subject)
    case 'payment':
      return subject?.rentalId && subject.side === 'renter'
        ? {
            before: `If the closet kept part of your deposit, you can appeal within ${counted(APPEAL_DAYS, 'day')}, on`,
            to: href('/my-rentals/:id', { id: subject.rentalId }),
            link: 'the page of your rental',
          }
        : {
            before: 'Your payments, credits and deposit are on',
            to: href('/credits'),
            link: 'your Credits page',
          }
    case 'account':
      return {
        before: 'You can change your password, email address and two-step verification in',
        to: href('/profile/sign-in'),
        link: 'Sign-in & security',
      }
    case 'safety':
      return subject
        ? {
            before:
              'A person at Hemline decides about reports, and does not say who sent them. Is it about the person on the other side?',
            to: reportAddress('person', subject.otherId),
            link: 'Report them',
          }
        : null
    case 'other':
      return null
  }
}

function arrival(subject: ShownSubject | null): Path | null {
  if (!subject?.rentalId) return null
  const id = subject.rentalId
  return subject.side === 'owner'
    ? {
        before: 'If an item is not back, mark it as late and write to the renter on',
        to: href('/business/rentals/:id', { id }),
        link: 'the page of the rental',
      }
    : {
        before: 'The closet knows where the item is. Its phone number and your messages are on',
        to: href('/my-rentals/:id', { id }),
        link: 'the page of your rental',
      }
}

function sendBack(subject: ShownSubject | null): Path | null {
  if (!subject?.rentalId || subject.side !== 'renter') return null
  return {
    before: `If you have it now, you can ask to send it back within ${counted(REQUEST_HOURS, 'hour')} of delivery, for all of your credits, on`,
    to: href('/my-rentals/:id', { id: subject.rentalId }),
    link: 'the page of your rental',
  }
}

function keepDeposit(subject: ShownSubject | null): Path | null {
  if (!subject?.rentalId) return null
  return {
    before: 'When you review the return, you can keep part of the deposit, on',
    to: href('/business/rentals/:id', { id: subject.rentalId }),
    link: 'the page of the rental',
  }
}

/** Points to it before the form. */
export function BetterPath({ kind, subject }: { kind: SupportKind; subject: ShownSubject | null }) {
  const path = betterPath(kind, subject)
  if (!path) return null
  return (
    <p className="border-l-2 border-primary-600 pl-4">
      <span className="block font-medium">Faster than writing to us</span>
      {path.before} <TextLink to={path.to}>{path.link}</TextLink>.
    </p>
  )
}
