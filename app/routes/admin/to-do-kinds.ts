import { href } from 'react-router'
import { CASE_LISTS } from '#app/components/admin/cases/case-lists.ts'
import type { ToDoKind } from '#app/components/admin/to-do-list.tsx'
import type { RentalId } from '#db/ids.ts'
import { MISSING_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { CASES, type CaseKind } from '#domain/care/cases/case-kinds.ts'
import type { CasesToDo } from '#domain/care/cases/case-list.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import type { Route } from './+types/dashboard.ts'

type Loaded = NonNullable<Route.ComponentProps['loaderData']['loaded']>

export function toDoKinds(
  { payouts, missing, cases, support, ...waiting }: Loaded['waiting'],
  { numbers, balance }: Pick<Loaded, 'numbers' | 'balance'>,
  userToUserEnabled: boolean,
): ToDoKind[] {
  // Left out while only admins can add items, like their tabs.
  const ofClosets = [
    toDo(href('/admin/applications'), waiting.applications, 'business application', 'to review'),
    toDo(href('/admin/items'), waiting.items, 'item', 'to review'),
  ]
  return [
    ...(userToUserEnabled ? ofClosets : []),
    {
      to: href('/admin/support'),
      count: support.open,
      one: `support request to answer${support.overdue > 0 ? ', overdue' : ''}`,
      many: `support requests to answer${support.overdue > 0 ? `, ${showCounted(support.overdue)} overdue` : ''}`,
    },
    toDo(href('/admin/names'), waiting.names, 'closet name', 'to review'),
    {
      to: href('/admin/rentals'),
      count: waiting.rentals,
      one: 'rental that needs action',
      many: 'rentals that need action',
    },
    casesToAnswer('appeal', cases.appeal.toAnswer),
    casesToAnswer('return', cases.return.toAnswer),
    casesToDecide('appeal', cases.appeal),
    casesToDecide('return', cases.return),
    toDo(href('/admin/reports'), waiting.reports, 'report', 'to decide'),
    {
      to: rentalPage(missing.rentalId),
      count: missing.count,
      one: `item sent back ${MISSING_AFTER_DAYS} or more days ago that has not arrived`,
      many: 'items sent back that have not arrived: see the oldest',
    },
    toDo(href('/admin/money'), numbers.failedRefunds, 'failed refund'),
    toDo(`${href('/admin/money')}?part=open`, numbers.openDisputes, 'open dispute'),
    toDo(`${href('/admin/money')}?part=events`, numbers.failedEvents, 'unprocessed payment event'),
    {
      to: `${href('/admin/money')}?part=unexplained`,
      count: balance.overdue,
      one: 'transaction at Stripe not explained for a day',
      many: 'transactions at Stripe not explained for a day: see the oldest',
    },
    {
      to: href('/admin/payouts'),
      count: payouts.differences,
      one: 'discrepancy that stops payouts',
      many: 'discrepancies that stop payouts',
    },
    {
      to: `${href('/admin/payouts')}?part=failed`,
      count: payouts.failed,
      one: 'failed transfer to a closet',
      many: 'failed transfers to closets',
    },
    {
      to: `${href('/admin/payouts')}?part=year`,
      count: payouts.owedForAYear,
      one: 'closet has been owed money for a year and has no payout account',
      many: 'closets have been owed money for a year and have no payout account',
    },
    toDo(`${href('/admin/mail')}?part=failed`, waiting.mail, 'email', 'that could not be sent'),
  ]
}

function toDo(to: string, count: number, noun: string, rest = ''): ToDoKind {
  return { to, count, one: `${noun} ${rest}`.trim(), many: `${noun}s ${rest}`.trim() }
}

const rentalPage = (id: RentalId | null) =>
  id ? href('/admin/rentals/:id', { id }) : href('/admin/rentals')

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
