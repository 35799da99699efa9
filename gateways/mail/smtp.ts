import { hostname } from 'node:os'
import { createTransport } from 'nodemailer'
import { MailRefused, type MailTransport } from './transport.ts'

export type MailServer = { readonly url: string; readonly from: string }

/**
 * Sends emails through a mail server.
 * @param options.url `smtp://user:password@host:587` or `smtps://…`; `?requireTLS=false` lets a
 * password go over a network in the clear
 * @param options.from the sender, 'Hemline <hello@shop.example>'
 */
export function smtpTransport({ url, from }: MailServer): MailTransport {
  const transport = createTransport({
    ...optionsFor({ url, from }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const domain = domainOf(from)
  return {
    send: async ({ messageId, to, subject, text, html, unsubscribe }) => {
      try {
        await transport.sendMail({
          messageId: `<${messageId}@${domain}>`,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused(error.message) : error
      }
    },
    close: () => transport.close(),
  }
}

function domainOf(from: string): string {
  return from.replace(/^.*@|>$/g, '')
}

/** For nodemailer. */
export function optionsFor({ url, from }: MailServer) {
  const target = new URL(url)
  return {
    url,
    // Spam filters take an address in EHLO, the default for a host name without a dot, for a sign
    // of spam.
    ...(!hostname().includes('.') && { name: domainOf(from) }),
    // Parameters of the URL take precedence.
    requireTLS: needsTls(target),
    // The mail server of this machine usually has a certificate that nobody signed.
    ...(isThisMachine(target) && { tls: { rejectUnauthorized: false } }),
    // Emails contain only our own text: they must not include files or addresses by reference.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** An attacker on the network could strip the server's STARTTLS offer and read the password. */
function needsTls(target: URL): boolean {
  return target.protocol === 'smtp:' && target.password !== '' && !isThisMachine(target)
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
}

/** Mail programs show a button that posts to the address without opening it (RFC 8058). */
function unsubscribeHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * A 5xx reply about the recipient or the content. Those about our sender, our account or the
 * connection are retried: an admin can change the settings.
 */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const { responseCode } = error
  const isAboutEmail =
    error.code === 'EMESSAGE' || ('command' in error && error.command === 'RCPT TO')
  return (
    isAboutEmail &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    !ABOUT_OUR_ACCOUNT.includes(responseCode)
  )
}

/** RFC 4954: authentication is required, failed, or needs another mechanism or encryption. */
const ABOUT_OUR_ACCOUNT = [530, 534, 535, 538]
