/** The part of JSON Schema that describes the SDK's types. */
export type Schema = {
  type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
  const?: string | number | boolean
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  /** Whether other members are allowed, and their schema. */
  additionalProperties?: false | Schema
  anyOf?: Schema[]
  /** `#/$defs/Refund` */
  $ref?: string
}

/** One method of the SDK: its path, what it sends and what it receives. */
export type CallSchema = {
  method: string
  /** `/v1/refunds/*`: the star is one id. */
  path: string
  params?: Schema
  answer: Schema
}

export type StripeSchemas = {
  $defs: Record<string, Schema>
  calls: CallSchema[]
  /** An event's object, by event type. */
  events: Record<string, Schema>
  error: Schema
}
