import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { PanelFilter } from '#domain/booking/rentals/lists/panel-filters.ts'
import type { ListedRental } from '#domain/booking/rentals/lists/panel-list.ts'
import type { RentalStage } from '#domain/booking/rentals/stage/rental-stage.ts'
import { day, listedRental } from '#test/make/listed-rental.ts'
import { groupsOf } from './rental-groups.ts'

const today = day('2026-11-20')

const listed = (
  id: string,
  stage: RentalStage,
  start: string,
  end: string,
  moves: ListedRental['moves'] = [],
) => listedRental(stage, start, end, { id: id as RentalId, moves })

const groups = (rentals: readonly ListedRental[], filter: PanelFilter) =>
  groupsOf(rentals, filter, today).map(({ title, rentals }) => [title, rentals.map(({ id }) => id)])

test('rentals are grouped by delivery day, or by return day once they are out', () => {
  const rentals = [
    listed('a', 'confirmed', '2026-11-18', '2026-11-24'),
    listed('b', 'out', '2026-11-14', '2026-11-20'),
    listed('c', 'confirmed', '2026-11-20', '2026-11-26'),
    listed('d', 'confirmed', '2026-11-21', '2026-11-27'),
    listed('e', 'confirmed', '2026-11-22', '2026-11-28'),
    listed('f', 'confirmed', '2027-01-02', '2027-01-08'),
  ]
  expect(groups(rentals, 'action')).toEqual([
    ['Before today', ['a']],
    ['Today, Fri, Nov 20', ['b', 'c']],
    ['Tomorrow, Sat, Nov 21', ['d']],
    ['Sun, Nov 22', ['e']],
    ['Sat, Jan 2, 2027', ['f']],
  ])
})

test('new requests have their own group in Needs action and are grouped by day elsewhere', () => {
  const rentals = [
    listed('a', 'requested', '2026-11-21', '2026-11-27', ['accept', 'cancel']),
    listed('b', 'confirmed', '2026-11-21', '2026-11-27'),
  ]
  expect(groups(rentals, 'action')).toEqual([
    ['New requests', ['a']],
    ['Tomorrow, Sat, Nov 21', ['b']],
  ])
  expect(groups(rentals, 'upcoming')).toEqual([['Tomorrow, Sat, Nov 21', ['a', 'b']]])
})

test('late rentals are grouped as overdue; lists of past rentals have no days', () => {
  const rentals = [
    listed('a', 'overdue', '2026-11-10', '2026-11-16'),
    listed('b', 'late', '2026-11-12', '2026-11-19'),
    listed('c', 'out', '2026-11-15', '2026-11-21'),
  ]
  expect(groups(rentals, 'out')).toEqual([
    ['Overdue', ['a', 'b']],
    ['Tomorrow, Sat, Nov 21', ['c']],
  ])
  for (const filter of ['done', 'all'] as const)
    expect(groups(rentals, filter)).toEqual([[null, ['a', 'b', 'c']]])
  expect(groups([], 'action')).toEqual([])
})
