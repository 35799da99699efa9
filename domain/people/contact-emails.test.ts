import { expect, test } from 'vitest'
import { withContact } from '#domain/mail/email.ts'
import { addressChangedEmail } from './account-emails.ts'
import { accountBlocked, accountChanged } from './moderation-emails.ts'

const told = { fullName: 'Ann', origin: 'https://shop.example' }

test.for([
  accountChanged({ ...told, from: 'business', to: 'regular' }),
  accountBlocked({ ...told, reason: 'Fraud' }),
  addressChangedEmail({ ...told, email: 'new@example.test' }),
])('its button leads to the address of a shop that has one: $template', (message) => {
  const { html } = withContact(message, 'help@shop.example')
  expect(html).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact (support|us)</)
})
