import type { MailTransport } from './transport.ts'

/** Sends nothing: emails stay in the outbox table, which /dev/mail shows. */
export const localOutbox: MailTransport = {
  isLocal: true,
  send: async () => {},
  close: () => {},
}
