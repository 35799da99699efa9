import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { type MailServer, optionsFor } from './smtp.ts'

const TIMEOUT_MS = 5_000

/**
 * Connects, signs in and names the sender, as for sending. The connection is closed where a message
 * to the sender itself would follow, so that nothing is delivered. Throws the error of the network
 * or the server.
 */
export async function checkMailServer(server: MailServer): Promise<void> {
  const { options } = new SMTPTransport({
    ...optionsFor(server),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  const connection = new SMTPConnection(options)
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect(endWith(resolve, reject))
    })
    const { user, pass } = options.auth ?? {}
    if (user !== undefined && pass !== undefined)
      await new Promise<void>((resolve, reject) => {
        connection.login({ credentials: { user, pass } }, endWith(resolve, reject))
      })
    await offerMessage(connection, server.from.replace(/^.*<|>$/g, ''))
  } finally {
    connection.close()
  }
}

function endWith(resolve: () => void, reject: (error: Error) => void) {
  return (error?: Error | null) => (error ? reject(error) : resolve())
}

/** Resolves once the server waits for the message. */
function offerMessage(connection: SMTPConnection, sender: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Read only once the server has accepted the sender and the recipient.
    const message = new Readable({ read: () => resolve() })
    connection.send({ from: sender, to: sender }, message, (error) => {
      // The sender needs no mailbox at this server.
      if (!error || error.command === 'RCPT TO') resolve()
      else reject(error)
    })
  })
}
