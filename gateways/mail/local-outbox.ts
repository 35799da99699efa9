import type { MailTransport } from './transport.ts'

/** Mail goes nowhere: it stays in the outbox table, which /dev/mail shows. */
export const localOutbox: MailTransport = {
  staysHere: true,
  send: async () => {},
  close: () => {},
}
