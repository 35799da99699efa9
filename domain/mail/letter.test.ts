import { expect, test } from 'vitest'
import { writeLetter } from './letter.ts'

const nasty = `<script>alert("x")</script> & 'friends'`

test('nothing that anybody wrote becomes markup', () => {
  const { html } = writeLetter({
    template: 'test',
    subject: nasty,
    greeting: nasty,
    paragraphs: [nasty],
    button: { text: nasty, url: `https://shop.example/?a="><script>` },
    after: [nasty],
  })
  expect(html).not.toContain('<script')
  expect(html.split('&lt;script&gt;').length - 1).toBeGreaterThanOrEqual(6)
  expect(html).toContain('href="https://shop.example/?a=&quot;&gt;&lt;script&gt;"')
})

test('the plain text says everything, the address of the button included', () => {
  const { text } = writeLetter({
    template: 'test',
    subject: 'A dress',
    greeting: 'Hello Ann,',
    paragraphs: ['One.', 'Two.'],
    button: { text: 'Look', url: 'https://shop.example/item/1' },
    after: ['Three.'],
  })
  for (const part of ['Hello Ann,', 'One.', 'Two.', 'https://shop.example/item/1', 'Three.']) {
    expect(text).toContain(part)
  }
})
