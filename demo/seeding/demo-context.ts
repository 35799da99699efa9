import type { Db } from '#db/connection.ts'
import type { Auth } from '#domain/people/auth.ts'
import type { ImageStore } from '#gateways/images/image-store.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

/** What the demo needs of the app it is put into. */
export type DemoContext = {
  readonly db: Db
  readonly clock: () => Date
  /** IANA name of the zone whose date is "today". */
  readonly timeZone: string
  /** Where the links of emails lead; no slash at the end. */
  readonly origin: string
  readonly stripe: StripeGateway
  readonly images: ImageStore
  readonly auth: Auth
}
