import { expect, test } from 'vitest'
import { mappedRow } from './mapped-rows.ts'

test('cells are read by the columns that were chosen, and others are left out', () => {
  const chosen = [
    { key: '2', field: 'sku' },
    { key: '0', field: 'title' },
  ] as const
  expect(mappedRow({ '0': 'Gown', '1': 'x', '': 'more' }, chosen)).toEqual({
    sku: '',
    title: 'Gown',
    '': 'more',
  })
})

test.for([
  ['dollars_a_week', '$45.50', '46', '$45.50 a week'],
  ['dollars_a_week', '1.200,00', '1200', '1.200,00 a week'],
  ['dollars_a_day', ' 45,5 ', '319', '45,5 a day'],
  ['dollars_a_day', '5 USD', '35', '5 USD a day'],
  ['dollars_a_day', '24.00 GBP', '24.00 GBP', undefined],
  ['dollars_a_day', 'free', 'free', undefined],
  ['price', '28', '28', undefined],
] as const)('a price in %s of %s is %s credits a week', ([field, cell, price, typed]) => {
  const row = mappedRow({ '0': cell, '1': 'A-1' }, [
    { key: '0', field },
    { key: '1', field: 'sku' },
  ])
  expect([row.price, row.typed_price]).toEqual([price, typed])
})

test('a title that is too long is shortened at a word, and begins the description', () => {
  const title = `${'Silk gown '.repeat(12)}with pockets`
  const row = mappedRow({ '0': title, '1': '<p>Lined.</p>' }, [
    { key: '0', field: 'title' },
    { key: '1', field: 'description' },
  ])
  expect(row).toEqual({
    sku: expect.stringMatching(/^silk-gown-.{1,54}$/),
    title: 'Silk gown '.repeat(12).trim(),
    description: `${title}\n\nLined.`,
    typed_title: title,
  })
})
