import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

test('user input cannot run as a spreadsheet formula', () => {
  for (const typed of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
  ]) {
    expect(writeCsv([[typed]]).replaceAll('"', '')).toContain(`'${typed}`)
  }
  expect(writeCsv([[-1]])).toBe('\ufeff-1\r\n')
})

test('amounts have their cents, and a negative one is no formula', () => {
  const amounts = [1260, 5, -1260, 0].map((cents) => ({ cents }))
  expect(writeCsv([amounts])).toBe('\ufeff12.60,0.05,-12.60,0.00\r\n')
})

test('commas, quotes and line breaks stay within their cell', () => {
  expect(writeCsv([['a,b', 'say "hi"', 'two\nlines', 'x;=1+1', 'a|b', 'a\tb', 'plain']])).toBe(
    '\ufeff"a,b","say ""hi""","two\nlines","x;=1+1","a|b","a\tb",plain\r\n',
  )
})
