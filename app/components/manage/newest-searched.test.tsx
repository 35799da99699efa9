import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { ItemsTab } from '#app/components/admin/items-tab.tsx'
import { ApplicationsTab } from '#app/components/admin/people/applications-tab.tsx'
import { NewestSearched } from './newest-searched.tsx'

const wordsOf = (page: ReactNode) => {
  const Stub = createRoutesStub([{ path: '/', Component: () => page }])
  return renderToStaticMarkup(<Stub />).replace(/<[^>]*>/g, '')
}

const part = { base: '/admin/users', q: 'zq', filter: null, isFirst: true }
const everything = { status: null, owner: null, importId: null, after: null, since: null }
const decided = { next: null, part: { ...everything, q: 'zq' }, waiting: 0 }
const found = { rows: [], next: null, total: 0 }

test.for([
  [
    'users',
    (isPartial: boolean) => (
      <AdminList label="Users" filters={[]} empty="" found={{ ...found, isPartial }} part={part}>
        {() => ''}
      </AdminList>
    ),
  ],
  [
    'items',
    (isPartial: boolean) => (
      <ItemsTab items={[]} {...decided} isPartial={isPartial} isSelected={false} />
    ),
  ],
  [
    'applications',
    (isPartial: boolean) => (
      <ApplicationsTab applications={[]} {...decided} anyYet isPartial={isPartial} />
    ),
  ],
] as const)('a search of only the newest %s says so', ([what, page]) => {
  expect(wordsOf(page(true))).toContain(`Only the newest 10,000 ${what} were searched.`)
  expect(wordsOf(page(false))).not.toContain('newest')
})

test('a list in another order says that its first rows were searched', () => {
  const list = (
    <AdminList
      label="Closets"
      searched="first"
      filters={[]}
      empty=""
      found={{ ...found, isPartial: true }}
      part={part}
    >
      {() => ''}
    </AdminList>
  )
  expect(wordsOf(list)).toContain('Only the first 10,000 closets were searched.')
})

test('longer words are suggested if they are searched for in all rows', () => {
  const words = (findsFew: boolean) =>
    wordsOf(<NewestSearched what="entries" isPartial findsFew={findsFew} />)
  expect(words(true)).toContain('Use more or longer words to search all of them.')
  expect(words(false)).not.toContain('longer')
})
