import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { RentalPanel } from './rental-panel.tsx'
import { adminRentalPaths } from './rental-paths.ts'

const none = { action: 0, upcoming: 0, out: 0, due: 0, late: 0, done: 0, all: 0 }

const wordsOf = (isPartial: boolean) => {
  const rentals = { rows: [], next: null, isPartial }
  const list = { paths: adminRentalPaths, filter: 'all', q: 'zq', isFirst: true } as const
  const today = parseCalendarDate('2026-06-15') ?? expect.unreachable()
  const Panel = () => <RentalPanel {...list} {...{ rentals, today }} counts={none} />
  const Stub = createRoutesStub([{ path: '/', Component: Panel }])
  return renderToStaticMarkup(<Stub />).replace(/<[^>]*>/g, '')
}

test('a search of only the newest rentals says so', () => {
  expect(wordsOf(true)).toContain('Only the newest 10,000 rentals were searched.')
  expect(wordsOf(false)).not.toContain('newest')
  expect(wordsOf(false)).toContain('No rentals match “zq”')
})
