import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Lots } from './lots.tsx'

const wordsOf = (credits: number) => {
  const expiresAt = new Date('2027-03-01T05:00:00Z')
  const lot = { source: 'one_time', credits, expiresAt, expiresOn: 'Mar 1, 2027' } as const
  return renderToStaticMarkup(<Lots lots={[lot]} />).replace(/<[^>]*>/g, ' ')
}

test('one credit expires, and several expire', () => {
  expect(wordsOf(1)).toContain('1 credit expires next, on Mar 1, 2027.')
  expect(wordsOf(2)).toContain('2 credits expire next, on Mar 1, 2027.')
})
