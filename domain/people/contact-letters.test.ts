import { expect, test } from 'vitest'
import { withContact } from '#domain/mail/letter.ts'
import { changedEmailLetter } from './account-letters.ts'
import { accountBlocked, accountChanged } from './moderation-letters.ts'

const told = { fullName: 'Ann', origin: 'https://shop.example' }

test.for([
  accountChanged({ ...told, from: 'business', to: 'regular' }),
  accountBlocked({ ...told, reason: 'Fraud' }),
  changedEmailLetter({ ...told, email: 'new@example.test' }),
])('its button leads to the address of a shop that has one: $template', (letter) => {
  const { html } = withContact(letter, 'help@shop.example')
  expect(html).toMatch(/href="mailto:help@shop\.example"[^>]*>Contact (support|us)</)
})
