import { expect, test } from 'vitest'
import { withContact } from '#domain/mail/email.ts'
import { applicationDenied } from './closet-emails.ts'

test('whoever is denied writes to the address of a shop that has one', () => {
  const details = { fullName: 'Ann', reason: null, origin: 'https://shop.example' }
  const { html } = withContact(applicationDenied(details), 'help@shop.example')
  expect(html).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact support</)
})
