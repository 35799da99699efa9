import { expect, test } from 'vitest'
import { type Email, renderEmail } from './email.ts'

const nasty = `<script>alert("x")</script> & 'friends'`

test('user content never becomes markup', () => {
  const { html } = renderEmail(
    {
      template: 'test',
      subject: nasty,
      greeting: nasty,
      paragraphs: [nasty],
      button: { text: nasty, url: `https://shop.example/?a="><script>` },
      after: [nasty],
    },
    null,
  )
  expect(html).not.toContain('<script')
  expect(html.split('&lt;script&gt;').length - 1).toBeGreaterThanOrEqual(6)
  expect(html).toContain('href="https://shop.example/?a=&quot;&gt;&lt;script&gt;"')
})

test('text written by people keeps its line breaks', () => {
  const words = 'It was torn.\n\nSee the <hem>.'
  const { html, text } = renderEmail(
    { template: 'test', subject: 'A dress', paragraphs: [words] },
    null,
  )
  expect(html).toContain('>It was torn.<br><br>See the &lt;hem&gt;.</p>')
  expect(text).toContain(words)
})

test('the support address is in the footer of every email', () => {
  const email: Email = {
    template: 'test',
    subject: 'A dress',
    paragraphs: ['Hemline · Rent designer fashion by the week', 'Two.'],
  }
  const { text, html } = renderEmail(email, "o'neil&co@shop.example")
  expect(text).toBe(`${renderEmail(email, null).text}Questions? Write to o'neil&co@shop.example\n`)
  const address = 'o&#39;neil&amp;co@shop.example'
  expect(html.indexOf(`href="mailto:${address}"`)).toBeGreaterThan(html.indexOf('Two.'))
  expect(html.match(/Questions\?/g)).toHaveLength(1)
})

test('the plain text contains everything, including the URL of the button', () => {
  const { text } = renderEmail(
    {
      template: 'test',
      subject: 'A dress',
      greeting: 'Hi Ann,',
      paragraphs: ['One.', 'Two.'],
      button: { text: 'Look', url: 'https://shop.example/item/1' },
      after: ['Three.'],
    },
    null,
  )
  for (const part of ['Hi Ann,', 'One.', 'Two.', 'https://shop.example/item/1', 'Three.']) {
    expect(text).toContain(part)
  }
})

test('a support button links to the shop’s support address, or to the form if it has none', () => {
  const url = 'https://shop.example/feedback'
  const button = { text: 'Contact support', url, isContact: true } as const
  const email: Email = { template: 'test', subject: 'A dress', paragraphs: [], button }
  const message = renderEmail(email, null)
  const buttonOf = (html: string) => /<a ([^>]*)>Contact support<\/a>/.exec(html)?.[1]
  expect(buttonOf(message.html)).toContain(`href="${url}"`)
  expect(message.text).toContain(`Contact support:\n${url}\n`)
  expect(message.html).not.toContain('mailto:')

  const answered = renderEmail(email, "o'neil&co@shop.example")
  expect(buttonOf(answered.html)).toContain('href="mailto:o&#39;neil&amp;co@shop.example"')
  expect(answered.html).toContain(`Or send us a message: <a href="${url}"`)
  expect(answered.text).toContain("Contact support:\no'neil&co@shop.example\n")
  expect(answered.text).toContain(`Or send us a message:\n${url}\n`)
})

test('other buttons keep their links', () => {
  const button = { text: 'Look', url: 'https://shop.example/item/1' }
  const { html } = renderEmail(
    { template: 'test', subject: 'A dress', paragraphs: [], button },
    'help@shop.example',
  )
  expect(html).toMatch(/<a href="https:\/\/shop\.example\/item\/1"[^>]*>Look<\/a>/)
})

test('a name from right to left does not turn the sentence around it', () => {
  const { text, html } = renderEmail(
    {
      template: 'test',
      subject: 'עדי, 14 credits',
      greeting: 'Hi עדי,',
      paragraphs: ['Call עדי (212) 555-0100.'],
    },
    null,
  )
  expect(html).toContain('<title>\u2068עדי\u2069, 14 credits</title>')
  for (const body of [text, html]) {
    expect(body).toContain('Hi \u2068עדי\u2069,')
    expect(body).toContain('Call \u2068עדי\u2069 (212) 555-0100.')
  }
})
