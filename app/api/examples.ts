import values from './example-values.json' with { type: 'json' }

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

/** The example values, by the name of the field. */
const VALUES: Readonly<Record<string, unknown>> = values

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
  if (format === 'uuid') return values.id
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
