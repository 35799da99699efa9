import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { AdminList } from './admin-list.tsx'

test.for([
  ['all', 'All', 'Show all'],
  ['decide', 'To decide', 'Show “To decide”'],
] as const)('without rows, the link to the part %s is called after it', ([value, label, name]) => {
  const list = (
    <AdminList
      label="Appeals"
      part={{ base: '/admin/appeals', q: '', filter: 'decided', isFirst: true }}
      filters={[
        { value, label },
        { value: 'decided', label: 'Decided' },
      ]}
      found={{ rows: [], next: null, total: 0, isPartial: false }}
      empty=""
    >
      {() => ''}
    </AdminList>
  )
  const Stub = createRoutesStub([{ path: '/', Component: () => list }])
  const link = /<a [^>]*href="\/admin\/appeals"[^>]*>([^<]*)<\/a>(?!.*<a )/.exec(
    renderToStaticMarkup(<Stub />),
  )
  expect(link?.[1]).toBe(name)
})
