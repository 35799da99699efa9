import { expect, test } from 'vitest'
import { newSection } from './draft-changes.ts'
import { readSectionForm } from './section-form.ts'

function carouselOf(limit: string) {
  const form = new FormData()
  form.set('filter_type', 'latest')
  form.set('limit', limit)
  return readSectionForm(newSection('carousel'), form)
}

test('a number of items out of range is reported at the field', () => {
  const fields = { limit: 'Please enter a whole number from 1 to 20.' }
  for (const limit of ['', '0', '21', '1.5', '1e1', '-3'])
    expect([limit, carouselOf(limit)]).toEqual([limit, { ok: false, fields }])
  for (const limit of ['1', '20'])
    expect(carouselOf(limit)).toMatchObject({ section: { content: { limit: Number(limit) } } })
})

test.for([
  ['hero', '/'],
  ['cta', '/about'],
] as const)('without a link, the button of a %s leads to %s', ([type, button_link]) => {
  const form = new FormData()
  form.set('button_text', '')
  form.set('button_link', ' ')
  expect(readSectionForm(newSection(type), form)).toMatchObject({
    ok: true,
    section: { content: { button_link } },
  })
})
