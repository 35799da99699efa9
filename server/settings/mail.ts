import type { DatabaseSettings } from './database.ts'
import { type Given, hasScheme } from './given.ts'

/** `smtpUrl` null: emails stay in the local outbox. */
export type MailSettings = { readonly smtpUrl: string | null; readonly from: string }

export function readMail(
  given: Given,
  database: DatabaseSettings,
  realPayments: boolean,
  wrong: string[],
): MailSettings {
  const smtpUrl = given('SMTP_URL')
  const from = given('MAIL_FROM')
  if (smtpUrl !== null && !hasScheme(smtpUrl, ['smtp:', 'smtps:'])) {
    wrong.push('SMTP_URL is not the URL of a mail server (smtp://user:password@host:587).')
  } else if (smtpUrl !== null && waitsForever(new URL(smtpUrl))) {
    wrong.push('SMTP_URL has port 465, which needs smtps:// (smtps://user:password@host:465).')
  }
  if (smtpUrl === null && realPayments) {
    wrong.push('SMTP_URL is missing: when payments are real, emails must be sent.')
  }
  const choice = given('MAIL')
  if (choice !== null && choice !== 'local') {
    wrong.push('MAIL can only be "local". To send emails, remove it and set SMTP_URL.')
  }
  if (choice === 'local' && smtpUrl !== null) {
    wrong.push('MAIL=local and SMTP_URL cannot be used together: remove one.')
  }
  if (smtpUrl === null && choice === null && !realPayments && database.kind === 'url') {
    wrong.push(
      'With DATABASE_URL, choose how emails are sent: set SMTP_URL and MAIL_FROM, or MAIL=local to keep them in the local outbox.',
    )
  }
  if (smtpUrl !== null && from === null) {
    wrong.push('MAIL_FROM is missing: emails need a sender.')
  }
  if (from !== null && !/^(?:[^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    wrong.push('MAIL_FROM is not a sender, such as "Hemline <hello@shop.example>".')
  }
  return { smtpUrl, from: from ?? 'Hemline <hello@hemline.test>' }
}

/** Port 465 starts with TLS and sends no plain greeting, which `smtp:` would wait for. */
function waitsForever({ protocol, port }: URL): boolean {
  return protocol === 'smtp:' && port === '465'
}
