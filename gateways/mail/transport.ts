export type Message = {
  /** The part of the Message-ID before the @: the same for every attempt. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** An https address that ends such emails with one POST (RFC 8058); in the headers. */
  readonly unsubscribe?: string
}

/** Sends emails. */
export type MailTransport = {
  /**
   * Sends one message. Throws `MailRefused` when it will never be accepted, anything else when it
   * may be accepted later.
   */
  readonly send: (message: Message) => Promise<void>
  /** Set when nothing is sent: emails are read in the outbox. */
  readonly isLocal?: true
  readonly close: () => void
}

/** The mail server rejects this message permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
