export type Message = {
  /** The part of the Message-ID before the @: the same for every attempt. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends emails. */
export type MailTransport = {
  /**
   * Hands one message over. Throws `MailRefused` when it will never be taken, anything else when
   * it may be taken later.
   */
  readonly send: (message: Message) => Promise<void>
  /** Mail goes nowhere: the outbox is where it is read. */
  readonly staysHere?: true
  readonly close: () => void
}

/** The mail server does not want this message, and repeating it would change nothing. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
