import { expect, test } from 'vitest'
import { checkForm } from '#app/forms/forms.ts'
import { newId } from '#domain/shared/ids.ts'
import { itemForm } from './item-form.ts'

const image = newId()
const filledIn = {
  title: 'Silk gown',
  description: '',
  size: 'M',
  style: 'Formal',
  event_type: 'Wedding',
  credits_per_week: '10',
  image_id: image,
}

function check(
  fields: Partial<Record<keyof typeof filledIn, string>>,
  kind: 'closet' | 'admin' = 'closet',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filledIn, ...fields })) form.set(name, value)
  const read = checkForm(itemForm(kind), form)
  return read.ok ? read.value : read.problem.fields
}

test('a complete form is parsed into the values to store', () => {
  expect(check({})).toEqual({ ...filledIn, credits_per_week: 10 })
})

test.for([
  ['title', ' ', 'Please enter a title.'],
  ['size', '', 'Please choose a size.'],
  ['size', 'XXXL', 'Please choose a size.'],
  ['style', 'Streetwear', 'Please choose a style.'],
  ['event_type', 'Cocktail', 'Please choose an event type.'],
  ['credits_per_week', '', 'Please enter the credits per week.'],
  ['credits_per_week', '-1', 'Please enter a whole number from 0 to 7,000.'],
  ['credits_per_week', '1.5', 'Please enter a whole number from 0 to 7,000.'],
  ['credits_per_week', '1e3', 'Please enter a whole number from 0 to 7,000.'],
  ['credits_per_week', '7001', 'Please enter at most 7,000 credits per week.'],
  ['image_id', '', 'Please upload and crop an image for your clothing item.'],
  ['image_id', 'x', 'Please upload and crop an image for your clothing item.'],
] as const)('%s "%s" is refused: %s', ([field, value, sentence]) => {
  expect(check({ [field]: value })).toEqual({ [field]: sentence })
})

test('closets can lend for free, admins cannot, and each kind has its own words', () => {
  expect(check({ credits_per_week: '0' })).toMatchObject({ credits_per_week: 0 })
  expect(check({ credits_per_week: '0' }, 'admin')).toEqual({
    credits_per_week: 'Please enter at least 1 credit per week.',
  })
  expect(check({ style: 'Streetwear', event_type: 'Cocktail' }, 'admin')).toMatchObject({
    style: 'Streetwear',
  })
})

test('of two photos, the one chosen last counts', () => {
  const chosen = newId()
  expect(check({ image_id: `${image},${chosen}` })).toMatchObject({ image_id: chosen })
})
