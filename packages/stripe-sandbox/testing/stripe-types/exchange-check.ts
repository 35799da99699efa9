import type { Exchange } from '#sandbox/core/exchanges.ts'
import { stripeSchemas } from './load.ts'
import type { CallSchema, Schema, StripeSchemas } from './schema.ts'
import { problemsOf } from './validate.ts'

export type ExchangeCheck = {
  /** The observer for `createSandbox`. */
  onExchange: (exchange: Exchange) => void
  /** The mismatches with the SDK's types so far, one sentence each. */
  problems: string[]
}

let loading: Promise<StripeSchemas> | undefined

/** Compares every request, response and event with the types of the installed SDK. */
export async function exchangeCheck(): Promise<ExchangeCheck> {
  loading ??= stripeSchemas()
  const schemas = await loading
  const problems: string[] = []
  return {
    problems,
    onExchange(exchange) {
      problems.push(...exchangeProblems(schemas, exchange))
    },
  }
}

/** The mismatches of one exchange with the SDK's types. */
export function exchangeProblems(schemas: StripeSchemas, exchange: Exchange): string[] {
  if (exchange.kind === 'event') {
    const schema = schemas.events[exchange.event.type]
    if (!schema) return [`event ${exchange.event.type}: is not known`]
    return named(`event ${exchange.event.type}`, exchange.event, schema, schemas)
  }
  const { method, path, params, status, answer } = exchange
  const name = `${method} ${path}`
  if (status >= 400) return named(`${name} answers`, answer, errorAnswer(schemas), schemas)
  const fitting = schemas.calls.filter((one) => one.method === method && matches(one, path))
  // `/v1/invoices/upcoming` must match before a path with an id.
  const call = fitting.find((one) => one.path === path) ?? fitting[0]
  if (!call) return [`${name}: is not known`]
  return [
    ...problemsOf(params, call.params ?? noParams, schemas.$defs, 'form').map(
      (problem) => `${name} is sent ${problem}`,
    ),
    ...named(`${name} answers`, answer, call.answer, schemas),
  ]
}

const noParams: Schema = { type: 'object', additionalProperties: false }

/** Stripe returns errors below `error`, always with a message and a type. */
function errorAnswer({ error }: StripeSchemas): Schema {
  return {
    type: 'object',
    properties: { error },
    required: ['error'],
    additionalProperties: false,
  }
}

function matches(call: CallSchema, path: string): boolean {
  const pattern = call.path.split('/')
  const parts = path.split('/')
  return (
    parts.length === pattern.length &&
    parts.every((part, place) => pattern[place] === '*' || pattern[place] === part)
  )
}

function named(name: string, value: unknown, schema: Schema, { $defs }: StripeSchemas): string[] {
  return problemsOf(value, schema, $defs).map((problem) => `${name} ${problem}`)
}
