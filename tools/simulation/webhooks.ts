import { z } from 'zod'

/** A webhook as it was received. */
export type Webhook = {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly signature: string
  /** The account of a closet; null for the platform's. */
  readonly account: string | null
  readonly object: WebhookObject
}

/** The parts of a webhook that identify its subject. */
export type WebhookObject = z.infer<typeof objectSchema>

const objectSchema = z.object({
  id: z.string(),
  client_reference_id: z.string().nullish(),
  payment_intent: z.string().nullish(),
  subscription: z.string().nullish(),
  released_subscription: z.string().nullish(),
  invoice: z.string().nullish(),
  payment: z.object({ payment_intent: z.string().nullish() }).nullish().catch(null),
  transfer_group: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: z.string() }).nullish() })
    .nullish()
    .catch(null),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  account: z.string().optional(),
  data: z.object({ object: objectSchema.partial({ id: true }) }),
})

export async function webhookFrom(request: Request): Promise<Webhook> {
  const body = await request.text()
  const { id, type, data, account = null } = eventSchema.parse(JSON.parse(body))
  const signature = request.headers.get('stripe-signature') ?? ''
  return {
    id,
    type,
    account,
    body,
    signature,
    object: { ...data.object, id: data.object.id ?? '' },
  }
}
