import { expect, test } from 'vitest'
import { addressChangedEmail } from '#domain/accounts/sign-in/account-emails.ts'
import { accountBlocked, accountChanged } from '#domain/accounts/sign-in/moderation-emails.ts'
import { renderEmail } from '#domain/outbound/mail/email.ts'

const details = { fullName: 'Ann', origin: 'https://shop.example', stopsPlan: false }

test.for([
  accountChanged({ ...details, from: 'business', to: 'regular' }),
  accountBlocked({ ...details, reason: 'Fraud' }),
  addressChangedEmail({ ...details, email: 'new@example.test' }),
])('its button links to the support address if the shop has one: $template', (message) => {
  const { html } = renderEmail(message, 'help@shop.example')
  expect(html).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact (support|us)</)
})
