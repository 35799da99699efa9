import { href } from 'react-router'
import type { ToDoKind } from '#app/components/admin/to-do-list.tsx'
import { MISSING_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import type { Route } from './+types/dashboard.ts'

type Loaded = NonNullable<Route.ComponentProps['loaderData']['loaded']>

/** What admins have to do, with where each is done. */
export function toDoKinds(
  waiting: Loaded['waiting'],
  numbers: Loaded['numbers'],
  userToUserEnabled: boolean,
): ToDoKind[] {
  return allKinds(waiting, numbers).filter(({ hides }) => userToUserEnabled || !hides)
}

function allKinds(waiting: Loaded['waiting'], numbers: Loaded['numbers']): ToDoKind[] {
  return [
    {
      to: href('/admin/applications'),
      count: waiting.applications,
      one: 'business application to review',
      many: 'business applications to review',
      hides: true,
    },
    {
      to: href('/admin/items'),
      count: waiting.items,
      one: 'item to review',
      many: 'items to review',
      hides: true,
    },
    {
      to: href('/admin/names'),
      count: waiting.names,
      one: 'closet name to review',
      many: 'closet names to review',
    },
    {
      to: href('/admin/rentals'),
      count: waiting.rentals,
      one: 'rental that needs action',
      many: 'rentals that need action',
    },
    {
      to: waiting.openAppeals.rentalId
        ? `${href('/admin/rentals/:id', { id: waiting.openAppeals.rentalId })}#appeal`
        : href('/admin/appeals'),
      count: waiting.openAppeals.count,
      one: 'appeal to answer',
      many: 'appeals to answer: see the next one due',
    },
    {
      to: waiting.openReturns.rentalId
        ? `${href('/admin/rentals/:id', { id: waiting.openReturns.rentalId })}#return-request`
        : href('/admin/returns'),
      count: waiting.openReturns.count,
      one: 'return request to answer',
      many: 'return requests to answer: see the next one due',
    },
    {
      to: waiting.appeals.rentalId
        ? href('/admin/appeals/:id', { id: waiting.appeals.rentalId })
        : href('/admin/appeals'),
      count: waiting.appeals.count,
      one: waiting.appeals.isOverdue ? 'appeal to decide, overdue' : 'appeal to decide',
      many: waiting.appeals.isOverdue
        ? 'appeals to decide: see the one overdue longest'
        : 'appeals to decide: see the next one due',
    },
    {
      to: waiting.returns.rentalId
        ? href('/admin/returns/:id', { id: waiting.returns.rentalId })
        : href('/admin/returns'),
      count: waiting.returns.count,
      one: waiting.returns.isOverdue
        ? 'return request to decide, overdue'
        : 'return request to decide',
      many: waiting.returns.isOverdue
        ? 'return requests to decide: see the one overdue longest'
        : 'return requests to decide: see the next one due',
    },
    {
      to: href('/admin/reports'),
      count: waiting.reports,
      one: 'report to decide',
      many: 'reports to decide',
    },
    {
      to: waiting.objections.rentalId
        ? href('/admin/rentals/:id', { id: waiting.objections.rentalId })
        : href('/admin/rentals'),
      count: waiting.objections.count,
      one: 'objection to a kept deposit',
      many: 'objections to kept deposits: see the oldest',
    },
    {
      to: waiting.missing.rentalId
        ? href('/admin/rentals/:id', { id: waiting.missing.rentalId })
        : href('/admin/rentals'),
      count: waiting.missing.count,
      one: `item sent back ${MISSING_AFTER_DAYS} or more days ago that has not arrived`,
      many: 'items sent back that have not arrived: see the oldest',
    },
    {
      to: href('/admin/money'),
      count: numbers.failedRefunds,
      one: 'failed refund',
      many: 'failed refunds',
    },
    {
      to: `${href('/admin/money')}?part=open`,
      count: numbers.openDisputes,
      one: 'open dispute',
      many: 'open disputes',
    },
    {
      to: `${href('/admin/money')}?part=events`,
      count: numbers.failedEvents,
      one: 'unprocessed payment event',
      many: 'unprocessed payment events',
    },
    {
      to: href('/admin/payouts'),
      count: waiting.payouts.differences,
      one: 'discrepancy that stops payouts',
      many: 'discrepancies that stop payouts',
    },
    {
      to: `${href('/admin/payouts')}?part=failed`,
      count: waiting.payouts.failed,
      one: 'failed transfer to a closet',
      many: 'failed transfers to closets',
    },
    {
      to: `${href('/admin/payouts')}?part=year`,
      count: waiting.payouts.owedForAYear,
      one: 'closet has been owed money for a year and has no payout account',
      many: 'closets have been owed money for a year and have no payout account',
    },
    {
      to: `${href('/admin/mail')}?part=failed`,
      count: waiting.mail,
      one: 'email that could not be sent',
      many: 'emails that could not be sent',
    },
  ]
}
