import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#db/connection.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { createImageStore } from '#gateways/images/open-image-store.ts'
import type { MailTransport } from '#gateways/mail/transport.ts'
import { createStripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { createWebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import type { System } from '#server/jobs/system.ts'

/**
 * A system around a database, for jobs: the test provides the mail transport, payments are
 * unavailable.
 */
export function systemFor(db: Db, send: MailTransport['send'] = async () => {}): System {
  return {
    db,
    onDirectConnection: (work) => work(db),
    clock: () => new Date(),
    timeZone: 'America/New_York',
    origin: 'http://localhost:3000',
    paymentsAreReal: false,
    stripe: createStripeGateway({
      secretKey: 'sk_test_nobody',
      webhookSecret: 'whsec_nobody',
      mayCall: () => {},
      fetch: () => Promise.reject(new Error('payments are away')),
    }),
    images: createImageStore({ kind: 'folder', folder: join(tmpdir(), 'hemline-no-images') }),
    mail: { send, close: () => {} },
    webhooks: createWebhookGateway(),
    auth: createAuth({ secret: 'a secret of at least 32 characters' }),
    noteJobError: () => {},
  }
}
