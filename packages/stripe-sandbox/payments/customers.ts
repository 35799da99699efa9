import type Stripe from 'stripe'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import { insert } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'

type Given = Partial<
  Pick<
    Stripe.Customer,
    | 'address'
    | 'description'
    | 'email'
    | 'invoice_settings'
    | 'metadata'
    | 'name'
    | 'phone'
    | 'preferred_locales'
    | 'test_clock'
  >
>

export async function insertCustomer(work: Work, given: Given): Promise<Stripe.Customer> {
  const customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: work.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: newId('inv', 8).slice(4).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  } satisfies Stripe.Customer
  await insert(work, 'customer', customer)
  await emit(work, 'customer.created', customer)
  return customer
}
