import { createTransport } from 'nodemailer'
import { MailRefused, type MailTransport } from './transport.ts'

/**
 * Sends emails through a mail server.
 * @param options.url `smtp://user:password@host:587` or `smtps://…`; `?requireTLS=false` lets a
 * password go over a network in the clear
 * @param options.from the sender, 'Hemline <hello@shop.example>'
 */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transport = createTransport({
    ...optionsFor(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const domain = from.replace(/^.*@|>$/g, '')
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

const TIMEOUT_MS = 5_000

/** Connects and signs in, as for sending. Throws the error of the network or the server. */
export async function checkMailServer(url: string): Promise<void> {
  const transport = createTransport({
    ...optionsFor(url),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function optionsFor(url: string) {
  return {
    url,
    // Parameters of the URL take precedence.
    requireTLS: needsTls(new URL(url)),
    // Emails contain only our own text: they must not include files or addresses by reference.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** An attacker on the network could strip the server's STARTTLS offer and read the password. */
function needsTls({ protocol, hostname, password }: URL): boolean {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
  return protocol === 'smtp:' && password !== '' && !isLocal
}

/** Mail programs show a button that posts to the address without opening it (RFC 8058). */
function unsubscribeHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** A 5xx reply about the recipient or the content, not about our account at the server. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  )
}
