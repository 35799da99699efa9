/** How a receiver in Node verifies an event. */
export const VERIFY_CODE = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(secret)

app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  let event
  try {
    event = webhook.verify(request.body, request.headers)
  } catch {
    return response.status(400).end()
  }
  response.status(204).end()
  // Events can arrive twice: event.id is the same both times.
  queue.add(event.id, event)
})`

/** The same without a package. */
export const VERIFY_BY_HAND = `import { createHmac, timingSafeEqual } from 'node:crypto'

function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
