import { expect, test } from 'vitest'
import { lineInWords, readLegalText } from './legal-text.ts'

test('a text has an introduction and parts with paragraphs, lists and links', () => {
  const text = readLegalText(
    'Hello.\r\n\r\n## One\n\nSee [Privacy](/privacy), please.\nAlways.\n\n- a\n- [b](https://b.test)\nafter\n## Two\nx',
  )
  expect(text).toEqual({
    introduction: [{ kind: 'paragraph', words: [{ text: 'Hello.', to: null }] }],
    parts: [
      {
        id: 'part-1',
        title: 'One',
        blocks: [
          {
            kind: 'paragraph',
            words: [
              { text: 'See ', to: null },
              { text: 'Privacy', to: '/privacy' },
              { text: ', please. Always.', to: null },
            ],
          },
          {
            kind: 'list',
            points: [[{ text: 'a', to: null }], [{ text: 'b', to: 'https://b.test' }]],
          },
          { kind: 'paragraph', words: [{ text: 'after', to: null }] },
        ],
      },
      {
        id: 'part-2',
        title: 'Two',
        blocks: [{ kind: 'paragraph', words: [{ text: 'x', to: null }] }],
      },
    ],
  })
})

test.each([
  '[x](javascript:alert(1))',
  '[x](//evil.test)',
  '[x](http://a.test)',
  '[x]( /a)',
])('%s is not a link', (body) => {
  const words = readLegalText(body).introduction.flatMap((block) =>
    block.kind === 'paragraph' ? block.words : [],
  )
  expect(words.every(({ to }) => to === null)).toBe(true)
  expect(words.map(({ text }) => text).join('')).toBe(body)
})

test('reading time is linear in the length of the text', () => {
  for (const piece of ['](', '[', '[](', '## ', '- ', '](x']) {
    // In quadratic time, reading this would take forever.
    const read = readLegalText(piece.repeat(8_000_000 / piece.length))
    expect(read.introduction.length + read.parts.length).toBeGreaterThan(0)
  }
})

test.each([
  ['## A part', 'A part'],
  ['- See [Help](/help), please.', '• See Help (/help), please.'],
  ['Plain [brackets] stay - here.', 'Plain [brackets] stay - here.'],
])('the line %j is shown as %j', (line, shown) => {
  expect(lineInWords(line)).toBe(shown)
})
