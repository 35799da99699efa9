import { expect, test } from 'vitest'
import { renderEmail } from '#domain/outbound/mail/email.ts'
import { applicationDenied } from './closet-emails.ts'

test('a denied applicant is pointed to the support address of the shop', () => {
  const details = { fullName: 'Ann', reason: null, origin: 'https://shop.example' }
  const { html } = renderEmail(applicationDenied(details), 'help@shop.example')
  expect(html).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact support</)
})
