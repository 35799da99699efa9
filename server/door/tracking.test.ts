import { expect, test } from 'vitest'
import { withoutTracking } from './tracking.ts'

test.each([
  ['/?utm_source=letter&utm_medium=email', '/'],
  ['/item/1?gclid=abc', '/item/1'],
  ['/search?q=red&fbclid=x&size=M', '/search?q=red&size=M'],
  ['/search?UTM_Source=x&size=M', '/search?size=M'],
  // Other parameters stay exactly as they were sent.
  ['/search?q=red+dress&q=%20&utm_id=1', '/search?q=red+dress&q=%20'],
  ['/search?q=utm_source', '/search?q=utm_source'],
  ['/search?utm=1', '/search?utm=1'],
  ['/search?', '/search?'],
  ['/', '/'],
])('%s is the page %s', (path, page) => {
  expect(withoutTracking(path)).toBe(page)
})
