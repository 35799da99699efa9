import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionsOf } from '#domain/care/cases/case-kinds.ts'
import { columnsOf, doneWords, keyWords, nounWords, valueWords } from './audit-words.ts'
import { exportWords } from './export-words.ts'

const at = (value: unknown, key = 'thing') => valueWords(key, value, 'America/New_York')

test('lines of the log are in plain language', () => {
  expect(`${doneWords('take down')} ${nounWords('item')}`).toBe('took down item')
  expect(`${doneWords('retry payment event')} ${nounWords('stripe event')}`).toBe(
    'retried payment event',
  )
  expect(`${doneWords('buy')} ${nounWords('order')}`).toBe('completed purchase')
  expect(keyWords('approval_status')).toBe('approval status')
  expect(keyWords('withheldCents')).toBe('withheld')
  expect(keyWords('cents')).toBe('amount')
  expect(keyWords('primary_500')).toBe('Primary color')
})

test('values are in local time, in dollars, without nulls and ids', () => {
  expect(at('2026-11-20T19:27:42.157Z')).toBe('Nov 20, 2026, 2:27 PM EST')
  expect(at(1050, 'kept_cents')).toBe('$10.50')
  expect([at(null), at(true), at(false), at(7)]).toEqual(['empty', 'yes', 'no', '7'])
  expect(at('01a1fa5d-0000-7000-8000-000000000000')).toBeNull()
  expect(at(null, 'confirmed_by')).toBeNull()
  expect(at(['rental.late', 'rental.rented'])).toBe('rental.late, rental.rented')
  expect(at(['01a1fa5d-0000-7000-8000-000000000000'])).toBeNull()
  expect(at('2026-12-04', 'end')).toBe('Dec 4, 2026')
})

test('changes of the home page are named by section', () => {
  const hero = {
    id: 'x',
    type: 'hero',
    title: 'Rent',
    isVisible: true,
    content: { description: 'D' },
  }
  expect(columnsOf([hero, { id: 'y', type: 'text', title: 'How', content: {} }])).toEqual({
    '1 Hero Banner title': 'Rent',
    '1 Hero Banner isVisible': true,
    '1 Hero Banner description': 'D',
    '2 Text Block title': 'How',
  })
  expect(keyWords('1 Hero Banner isVisible')).toBe('1 hero banner is visible')
  expect([columnsOf('admin'), columnsOf({ a: 1 }), columnsOf(null)]).toEqual([
    { value: 'admin' },
    { a: 1 },
    {},
  ])
  const header = ['After']
  const words = exportWords('audit', header, [JSON.stringify([hero])], 'UTC')
  expect(words[0]).toContain('1 hero banner title: Rent; 1 hero banner is visible: yes')
})

test('every action that the domain logs has a text', () => {
  const files = globSync('domain/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  // As a property, as an argument of the logging function, or in a conditional expression.
  const forms = [
    /\b(?:action|move): '([a-z -]+)'/g,
    /\b(?:note|record|recordCase)\([^'{\n]*'([a-z -]+)'/g,
    /\baction(?::| =)[^\n?]* \? '([a-z -]+)'(?: : '([a-z -]+)')?/g,
  ]
  const written = texts.flatMap((text) =>
    forms.flatMap((form) =>
      [...text.matchAll(form)].flatMap(([, ...actions]) => actions.filter(Boolean)),
    ),
  )
  expect(written).toEqual(
    expect.arrayContaining(['add webhook', 'enable webhook', 'decide-appeal']),
  )
  const bulk = ['pause items', 'resume items', 'change prices', 'change lending']
  const returns = [{ cancellation: null }, { cancellation: 'no_show' } as const].map(actionsOf)
  const cases = returns.flatMap((actions) => Object.values(actions))
  expect(written.length).toBeGreaterThan(40)
  expect(
    [...written, ...bulk, ...cases].filter(
      (action) => doneWords(action) === action.replaceAll('-', ' '),
    ),
  ).toEqual([])
})
