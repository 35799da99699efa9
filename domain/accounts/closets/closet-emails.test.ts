import { expect, test } from 'vitest'
import { withContact } from '#domain/outbound/mail/email.ts'
import { applicationDenied } from './closet-emails.ts'

test('a denied applicant is pointed to the support address of the shop', () => {
  const details = { fullName: 'Ann', reason: null, origin: 'https://shop.example' }
  const { html } = withContact(applicationDenied(details), 'help@shop.example')
  expect(html).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact support</)
})
