import { traced } from '#db/trace.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import type { MailTransport } from '#gateways/mail/transport.ts'
import type { WebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'

// Spans for calls to other services. They name the operation, not the people it is about.

/** A query to PostgreSQL. Its text has placeholders in place of values. */
export function tracedQuery<T>(text: string, query: () => Promise<T>): Promise<T> {
  const operation = /^\s*(\w{1,20})/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  }
  return traced({ name: `postgresql ${operation}`, kind: 'CLIENT', attributes }, query)
}

/** A request to the payment provider, by its method: addresses contain ids. */
export function tracedFetch(service: string, send: typeof fetch = fetch): typeof fetch {
  return (input, init) => {
    const method = init?.method ?? 'GET'
    const attributes = { 'http.request.method': method, 'peer.service': service }
    return traced({ name: `${service} ${method}`, kind: 'CLIENT', attributes }, async (span) => {
      const response = await send(input, init)
      span?.setAttribute('http.response.status_code', response.status)
      return response
    })
  }
}

export function tracedMail(transport: MailTransport): MailTransport {
  const attributes = { 'peer.service': 'mail' }
  return {
    ...transport,
    send: (message) =>
      traced({ name: 'mail send', kind: 'CLIENT', attributes }, () => transport.send(message)),
  }
}

export function tracedImages(store: ImageStore): ImageStore {
  const as = <T>(what: string, work: () => Promise<T>) =>
    traced(
      { name: `images ${what}`, kind: 'CLIENT', attributes: { 'peer.service': 'images' } },
      work,
    )
  return {
    put: (...image) => as('put', () => store.put(...image)),
    get: (key) => as('get', () => store.get(key)),
    delete: (key) => as('delete', () => store.delete(key)),
    close: () => store.close(),
  }
}

/** The span leaves out the address, which the closet chose and which may contain a secret. */
export function tracedWebhooks(gateway: WebhookGateway): WebhookGateway {
  const attributes = { 'peer.service': 'webhooks' }
  return {
    ...gateway,
    post: (...request) =>
      traced({ name: 'webhooks post', kind: 'CLIENT', attributes }, async (span) => {
        const answer = await gateway.post(...request)
        if (answer.status) span?.setAttribute('http.response.status_code', answer.status)
        return answer
      }),
  }
}
