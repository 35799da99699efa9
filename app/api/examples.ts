/** The part of JSON Schema that our schemas use. */
export type ShownSchema = {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly ShownSchema[]
  readonly items?: ShownSchema
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export type Schemas = Readonly<Record<string, ShownSchema>>

/** The schema that a reference names. */
export function resolved(schema: ShownSchema, schemas: Schemas): ShownSchema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && schemas[name]) || schema
}

const ID = '0198c2f4-7a31-7c52-9d0e-5b8f1e6a4c20'

/** The example values, by the name of the field. */
const VALUES: Readonly<Record<string, unknown>> = {
  id: ID,
  item_id: '0198c2f1-03de-7b46-8a57-2f60c1d9e834',
  title: 'Green silk gown',
  name: 'Inventory sync',
  url: 'https://shop.example/webhooks',
  description: 'Floor-length, lined, worn twice.',
  brand: 'Orsay',
  image_url: 'https://shop.example/images/0198c2f0.webp',
  photo_urls: ['https://shop.example/images/0198c2f0.webp'],
  size: 'M',
  style: 'Formal',
  event_type: 'Wedding',
  credits_per_week: 28,
  credits_per_day: 4,
  total_credits: 28,
  total_days: 7,
  location: 'Austin, TX',
  full_name: 'Maya Lind',
  renter_name: 'Maya Lind',
  owner_name: 'Closet on Fifth',
  renter_phone: '+1 512 555 0142',
  delivery_address: '12 Elm Street, Austin, TX',
  delivery_notes: null,
  city: 'Austin',
  state: 'TX',
  ratings: 12,
  stars: 57,
  likes: 31,
  start_date: '2027-03-14',
  end_date: '2027-03-20',
  start: '2027-03-14',
  end: '2027-03-20',
  from: '2027-03-01',
  to: '2028-05-23',
  blocked_dates: ['2027-03-14', '2027-03-15'],
  next: null,
  note: 'One button is loose.',
  notes: 'A tear at the hem.',
  condition_notes: null,
  cancellation: null,
  denial_reason: null,
  tracking_number: '1Z999AA10123456784',
  deposit_amount: 5000,
  deposit_kept_amount: 0,
  amount_cents: 1400,
  keep_cents: 1250,
  photo_ids: [ID],
}

/** An example value that fits the schema. */
export function exampleOf(schema: ShownSchema, schemas: Schemas, name = ''): unknown {
  const known = VALUES[name]
  if (known !== undefined) return known
  const one = resolved(schema, schemas)
  const { type, format, enum: words, properties, items, anyOf, minimum, examples } = one
  if (examples?.[0] !== undefined) return examples[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0], schemas, name)
  if (words) return words[0]
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([field, of]) => [field, exampleOf(of, schemas, field)]),
    )
  if (items) return [exampleOf(items, schemas, name)]
  if (format === 'date-time') return '2027-03-10T15:04:05.000Z'
  if (format === 'date') return '2027-03-14'
  if (format === 'uuid') return ID
  if (format === 'uri') return 'https://shop.example'
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 0, 0)
  return 'text'
}

/** 'a whole number', 'S, M or L': the values that a field takes, in words. */
export function typeInWords(schema: ShownSchema, schemas: Schemas): string {
  const { type, format, enum: words, items, anyOf } = resolved(schema, schemas)
  if (anyOf) return anyOf.map((one) => typeInWords(one, schemas)).join(' or ')
  if (words) return words.map(String).join(', ')
  if (items) return `list of ${typeInWords(items, schemas)}`
  return format ?? type ?? 'any'
}
