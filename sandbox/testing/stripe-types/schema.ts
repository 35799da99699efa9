/** The part of JSON Schema that describes what the SDK's types say. */
export type Schema = {
  type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
  const?: string | number | boolean
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  /** Whether members without a name of their own may be there, and what they are. */
  additionalProperties?: false | Schema
  anyOf?: Schema[]
  /** `#/$defs/Refund` */
  $ref?: string
}

/** One method of the SDK: the address that it calls, what it sends and what it gets. */
export type CallSchema = {
  method: string
  /** `/v1/refunds/*`: a star stands for one id. */
  path: string
  params?: Schema
  answer: Schema
}

export type StripeSchemas = {
  $defs: Record<string, Schema>
  calls: CallSchema[]
  /** What an event carries, by the event's type. */
  events: Record<string, Schema>
  error: Schema
}
