import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Facts } from './facts.tsx'

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '')

test('facts are joined by dots, without those that are missing', () => {
  const markup = renderToStaticMarkup(
    <Facts>
      {'Formal'}
      {''}
      {null}
      {false}
      <b>Size M</b>
      {['New York', 'NY']}
    </Facts>,
  )
  expect(textOf(markup)).toBe('Formal · Size M · New York · NY')
})

test('without facts there is no empty line', () => {
  expect(renderToStaticMarkup(<Facts>{[null, '', false]}</Facts>)).toBe('')
})

test('every dot between facts is one that no line begins or ends with', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  const own = files
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && name !== 'ui/facts.tsx')
    .flatMap((name) =>
      readFileSync(`app/${name}`, 'utf8')
        .split('\n')
        // The title of a page is a line of its own.
        .filter((line) => line.includes('·') && !/· Hemline|Hemline ·/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(own).toEqual([])
})
