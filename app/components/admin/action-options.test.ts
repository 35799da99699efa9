import { expect, test } from 'vitest'
import { actionOptions } from './action-options.ts'

test('each action of the filter has a label of its own that names what it is about', () => {
  const options = actionOptions(
    [
      { action: 'add', nouns: ['brand', 'city'] },
      { action: 'list', nouns: ['item'] },
      { action: 'add webhook', nouns: ['webhook'] },
      { action: 'apply', nouns: ['application'] },
      { action: 'at risk', nouns: ['rental'] },
      { action: 'retire', nouns: ['item'] },
      { action: 'delete', nouns: ['item'] },
      { action: 'edit', nouns: ['brand', 'city', 'item', 'mail', 'order'] },
    ],
    'approve',
  )
  expect(options.map(({ label }) => label)).toEqual([
    'added brand, city',
    'added item',
    'added webhook',
    'approved',
    'changed brand, city, item and 2 more',
    'deleted item (“delete”)',
    'deleted item (“retire”)',
    'put at risk: rental',
    'sent application',
  ])
})

test('a selected action that no line has is listed once', () => {
  const actions = [{ action: 'add', nouns: ['brand'] }]
  expect(actionOptions(actions, 'add').map(({ value }) => value)).toEqual(['add'])
  expect(actionOptions(actions, '').map(({ value }) => value)).toEqual(['add'])
})
