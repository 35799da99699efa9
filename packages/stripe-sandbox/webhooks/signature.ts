import { createHmac } from 'node:crypto'

/** The `Stripe-Signature` header of a payload, as the SDK's `constructEvent` verifies it. */
export function webhookSignature(payload: string, secret: string, unixSeconds: number): string {
  const mac = createHmac('sha256', secret).update(`${unixSeconds}.${payload}`).digest('hex')
  return `t=${unixSeconds},v1=${mac}`
}
