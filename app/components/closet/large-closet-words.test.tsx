import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { BulkChange } from './bulk-change.ts'
import { ChangeManyDialog } from './change-many-dialog.tsx'
import { ClosetFigureCharts } from './closet-figure-charts.tsx'
import { EarningsTables, periodInWords } from './earnings-tables.tsx'

const today = parseCalendarDate('2026-06-15') ?? expect.unreachable()

const wordsOf = (screen: React.ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{screen}</MemoryRouter>).replace(/<[^>]*>/g, '')

const figures = (hasMore: boolean) =>
  wordsOf(
    <ClosetFigureCharts
      use={{
        ...{ items: [], page: 1, pages: 1, top: [], daysOut: 0, daysListed: 0 },
        ...{ idle: [], idleTotal: 0, hasMore },
      }}
      earnings={[]}
      hasMoreEarnings={hasMore}
      unmet={[]}
      charts={{ earnings: null, use: [], unmet: [] }}
      isPaging={false}
      here="/"
    />,
  )

test('the figures of a large closet say which items and earnings they cover', () => {
  const ofItems = 'Based on your newest 2,000 items.'
  const ofEarnings =
    'This chart covers the most recent full months within your latest 50,000 earnings. Payouts has a CSV of each year with all its earnings.'
  const empty = 'Your earnings appear here once a rental is completed.'
  expect(figures(true).split(ofItems)).toHaveLength(3)
  expect(figures(true)).toContain(ofEarnings)
  expect(figures(true)).not.toContain(empty)
  expect(figures(false)).not.toContain(ofItems)
  expect(figures(false)).not.toContain(ofEarnings)
  expect(figures(false)).toContain(empty)
})

const tables = (from: string | null) =>
  wordsOf(
    <EarningsTables
      year={2026}
      period={periodInWords(2026, from)}
      month={null}
      months={[]}
      items={{ rows: [], page: 1, pages: 1, hasMore: from !== null }}
    />,
  )

test('the earnings of a large closet say which month they start in and which items are listed', () => {
  expect(tables('2026-08')).toContain('By item2026 (from August 2026)')
  expect(tables('2026-08')).toContain(
    'Items that earned nothing are listed among your newest 10,000.',
  )
  expect(tables(null)).toMatch(/By item2026(?! \()/)
  expect(tables(null)).not.toContain('Items that earned nothing')
  expect(periodInWords(2026, '2027-01')).toBe('2026')
})

const question = (given: Partial<BulkChange>, hasOlder: boolean) => {
  const bulkChange = {
    change: 'pause',
    count: 10_000,
    items: '',
    titles: [],
    lending: null,
  } as const
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <ChangeManyDialog
          bulkChange={{ ...bulkChange, ...given }}
          hasOlder={hasOlder}
          open
          onClose={() => {}}
          answer={undefined}
          prices={undefined}
          today={today}
        />
      ),
    },
  ])
  return renderToStaticMarkup(<Page />).replace(/<[^>]*>/g, '')
}

test('changing all items says how many are changed at a time and which ones are left out', () => {
  const atATime = 'You can change up to 5,000 items at a time. Repeat this for the rest.'
  const older =
    'Items older than your newest 10,000 stay as they are. Please select them in the list.'
  expect(question({}, true)).toContain('Pause 10,000 items?')
  expect(question({}, true)).toContain(atATime)
  expect(question({}, true)).toContain(older)
  expect(question({}, false)).not.toContain(older)
  expect(question({ count: 5000 }, false)).not.toContain(atATime)
  expect(question({ count: 2, items: 'a,b' }, true)).not.toContain(older)
})
