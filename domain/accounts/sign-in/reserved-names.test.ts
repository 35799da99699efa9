import { expect, test } from 'vitest'
import { isReservedName } from './reserved-names.ts'

test.for([
  'Hemline',
  'Hemline Support',
  'The HEMLINE team',
  'Неmline Suррort',
  'Hem1ine Security',
  'Ｈｅｍｌｉｎｅ',
  'НEMLINE',
  'HemIine',
  'Hëmlíne',
  '✔ Verified Hemline',
  'Hem line Billing',
  'H-e-m-l-i-n-e',
  'HemlineSupport',
  'Hemline-Official',
])('%s could be the shop itself', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.for([
  'Ann Archer',
  'Ashem Linette',
  'Hemlines Alterations',
  'Chem Lineker',
  'Зоя Хемлинская',
  'Support',
  'Official Ann',
  '',
])('%s is somebody else', (name) => {
  expect(isReservedName(name)).toBe(false)
})
