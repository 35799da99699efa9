import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { OwnItemPage } from '#domain/catalogue/items/listing/own-item-list.ts'
import { ChooseItems } from './choose-items.tsx'
import { OwnItems } from './own-items.tsx'
import type { OwnItemsView } from './own-items-address.ts'

const wordsIn = (element: ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Stub />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

const viewOf = (part: Partial<OwnItemsView>): OwnItemsView => ({
  q: '',
  show: 'all',
  sort: 'newest',
  page: 1,
  ...part,
})

const wordsOf = (part: Partial<OwnItemsView>, hasOlder: boolean) =>
  wordsIn(
    <OwnItems
      items={items}
      view={viewOf(part)}
      hasOlder={hasOlder}
      mayAdd
      selected={[]}
      choiceProblem=""
      refusals={null}
    />,
  )

const counts = {
  all: 1001,
  available: null,
  rented: null,
  paused: null,
  'needs-photo': null,
  pending: null,
  denied: null,
  'never-rented': null,
}
const items: OwnItemPage = { rows: [], counts, page: 1, pages: null, hasNext: true }
const SENTENCE = 'Showing only your newest 10,000 items.'

test('a large closet sees that older items are not searched, filtered or sorted', () => {
  expect(wordsOf({ q: 'gown' }, true)).toContain(SENTENCE)
  expect(wordsOf({ show: 'paused' }, true)).toContain(SENTENCE)
  expect(wordsOf({ sort: 'title' }, true)).toContain(SENTENCE)
  expect(wordsOf({}, true)).not.toContain(SENTENCE)
  expect(wordsOf({ sort: 'title' }, false)).not.toContain(SENTENCE)
})

test('in a large closet, the newest items or all results of a filter can be selected together', () => {
  const choose = (part: Partial<OwnItemsView>, total: number | null, hasOlder = true) =>
    wordsIn(
      <ChooseItems id="c" view={viewOf(part)} hasOlder={hasOlder} total={total} selected={[]} />,
    )
  expect(choose({}, 1001)).toContain(' Newest 10,000 items ')
  expect(choose({ sort: 'title' }, 1001)).toContain(' Newest 10,000 items ')
  expect(choose({ show: 'denied' }, null)).toContain(' All of these items ')
  expect(choose({ q: 'gown' }, 12)).toContain(' All of these 12 items ')
  expect(choose({}, 1001, false)).toContain(' All 1,000+ items ')
})
