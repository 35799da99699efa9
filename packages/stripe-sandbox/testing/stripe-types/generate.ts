import { join } from 'node:path'
import ts from 'typescript-api'
import type { CallSchema, Schema, StripeSchemas } from './schema.ts'
import { type SdkCall, sdkCalls } from './sdk-calls.ts'
import { createTypeReader, objectNames } from './type-schema.ts'

type Exports = ReadonlyMap<string, ts.Symbol>

/** Reads the SDK's type definitions and returns schemas of the `wanted` calls. */
export function generateSchemas(
  stripePackage: string,
  wanted: (call: SdkCall) => boolean,
): StripeSchemas {
  const types = join(stripePackage, 'esm')
  const resources = join(types, 'resources')
  const program = ts.createProgram([join(types, 'stripe.esm.node.d.ts')], {
    skipLibCheck: true,
    strict: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const checker = program.getTypeChecker()

  function exportsOf(file: string): Exports {
    const source = program.getSourceFile(file)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (!symbol) throw new Error(`The SDK has no types in ${file}`)
    return new Map(checker.getExportsOfModule(symbol).map((one) => [one.name, one]))
  }

  function declared(exports: Exports, name: string): ts.Type {
    const symbol = exports.get(name)
    if (!symbol) throw new Error(`The SDK declares no ${name}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }

  const calls = sdkCalls(resources)
    .filter(wanted)
    .map((call) => {
      const resource = declared(exportsOf(join(resources, call.file)), call.resource)
      return { ...call, ...signatureOf(checker, resource, call.name) }
    })
  const kinds = new Set(calls.flatMap(({ answer }) => kindsIn(checker, answer)))
  // No call returns our own application, but an event says that an account has disconnected from it.
  const eventKinds = new Set([...kinds, 'application'])
  const { schemaOf, defs } = createTypeReader(checker, kinds)

  const events: Record<string, Schema> = {}
  const event = declared(exportsOf(join(resources, 'Events.d.ts')), 'Event')
  for (const one of event.isUnion() ? event.types : []) {
    const about = memberType(checker, memberType(checker, one, 'data'), 'object')
    const type = memberType(checker, one, 'type')
    if (!type?.isStringLiteral() || !about) continue
    if (!objectNames(checker, about).some((kind) => eventKinds.has(kind))) continue
    events[type.value] = schemaOf(one)
  }
  const callSchemas = calls.map(
    ({ method, path, name, params, answer }): CallSchema => ({
      method,
      path,
      ...(params ? { params: schemaOf(params) } : {}),
      // A list of events would contain every event type again.
      answer: path.startsWith('/v1/events') ? eventAnswer(name, events) : schemaOf(answer),
    }),
  )
  const error = schemaOf(declared(exportsOf(join(types, 'Types.d.ts')), 'StripeRawError'))
  return { $defs: defs, calls: callSchemas, events, error }
}

/** What the method sends and returns, without what the SDK adds to responses. */
function signatureOf(checker: ts.TypeChecker, resource: ts.Type, name: string) {
  const member = checker.getPropertyOfType(resource, name)
  const signatures = member ? checker.getTypeOfSymbol(member).getCallSignatures() : []
  const longest = signatures.toSorted((a, b) => b.parameters.length - a.parameters.length)[0]
  const answer = longest && checker.getAwaitedType(longest.getReturnType())
  const wrapped = answer?.aliasTypeArguments?.[0]
  if (!wrapped) throw new Error(`${name} declares no answer`)
  const params = longest?.parameters.find((one) => one.name === 'params')
  return {
    params: params && checker.getNonNullableType(checker.getTypeOfSymbol(params)),
    answer: wrapped,
  }
}

/** The kinds of object in a response or in the list that it returns. */
function kindsIn(checker: ts.TypeChecker, answer: ts.Type): string[] {
  const data = memberType(checker, answer, 'data')
  const entry =
    data && checker.isArrayType(data) && checker.getIndexTypeOfType(data, ts.IndexKind.Number)
  return objectNames(checker, entry || answer)
}

function memberType(checker: ts.TypeChecker, type: ts.Type | undefined, name: string) {
  const member = type && checker.getPropertyOfType(type, name)
  return member && checker.getTypeOfSymbol(member)
}

function eventAnswer(name: string, events: Record<string, Schema>): Schema {
  const one: Schema = { anyOf: Object.values(events) }
  if (name !== 'list') return one
  return {
    type: 'object',
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items: one },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    },
    required: ['object', 'data', 'has_more', 'url'],
    additionalProperties: false,
  }
}
