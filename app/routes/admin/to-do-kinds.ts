import { href } from 'react-router'
import { CASE_LISTS } from '#app/components/admin/cases/case-lists.ts'
import type { ToDoKind } from '#app/components/admin/to-do-list.tsx'
import { MISSING_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { CASES, type CaseKind } from '#domain/care/cases/case-kinds.ts'
import type { CasesToDo } from '#domain/care/cases/case-list.ts'
import type { Route } from './+types/dashboard.ts'

type Loaded = NonNullable<Route.ComponentProps['loaderData']['loaded']>

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
    casesToAnswer('appeal', waiting.cases.appeal.toAnswer),
    casesToAnswer('return', waiting.cases.return.toAnswer),
    casesToDecide('appeal', waiting.cases.appeal),
    casesToDecide('return', waiting.cases.return),
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

function casesToAnswer(kind: CaseKind, { rentalId, count }: CasesToDo): ToDoKind {
  const { list, one, many } = CASE_LISTS[kind]
  const next = `${href('/admin/rentals/:id', { id: rentalId ?? '' })}#${CASES[kind].name}`
  return {
    to: rentalId ? next : list,
    count,
    one: `${one} to answer`,
    many: `${many} to answer: see the next one due`,
  }
}

function casesToDecide(
  kind: CaseKind,
  { toDecide, isOverdue }: Loaded['waiting']['cases'][CaseKind],
): ToDoKind {
  const { list, page, one, many } = CASE_LISTS[kind]
  return {
    to: toDecide.rentalId ? page(toDecide.rentalId) : list,
    count: toDecide.count,
    one: `${one} to decide${isOverdue ? ', overdue' : ''}`,
    many: `${many} to decide: see the ${isOverdue ? 'one overdue longest' : 'next one due'}`,
  }
}
