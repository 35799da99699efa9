import type { Schema } from './schema.ts'

/** Whether values are JSON, or a form: every value is text, and lists have the members 0, 1, 2… */
type Wire = 'json' | 'form'

/** The errors of a value, one sentence each; empty if it matches the schema. */
export function problemsOf(
  value: unknown,
  schema: Schema,
  defs: Record<string, Schema>,
  wire: Wire = 'json',
): string[] {
  return check(value, schema, '', { defs, wire })
}

type Context = { defs: Record<string, Schema>; wire: Wire }

function check(value: unknown, given: Schema, path: string, context: Context): string[] {
  const schema = resolve(given, context)
  if (schema.anyOf) return checkAny(value, schema.anyOf, path, context)
  if (schema.const !== undefined) {
    const same = context.wire === 'form' ? String(schema.const) === value : schema.const === value
    return same ? [] : [`${path}: ${show(value)} is not ${show(schema.const)}`]
  }
  if (schema.enum) {
    const known = typeof value === 'string' && schema.enum.includes(value)
    return known ? [] : [`${path}: ${show(value)} is none of ${schema.enum.join(', ')}`]
  }
  if (schema.type === 'array') return checkArray(value, schema, path, context)
  if (schema.type === 'object') return checkObject(value, schema, path, context)
  if (schema.type === undefined || isPlain(value, schema.type, context.wire)) return []
  return [`${path}: ${show(value)} is no ${schema.type}`]
}

function isPlain(value: unknown, type: string, wire: Wire): boolean {
  if (wire === 'json') return type === 'null' ? value === null : typeof value === type
  if (typeof value !== 'string') return false
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value)
  if (type === 'boolean') return value === 'true' || value === 'false'
  return type === 'null' ? value === '' : true
}

function checkArray(value: unknown, schema: Schema, path: string, context: Context): string[] {
  const entries = context.wire === 'form' ? formEntries(value) : value
  if (!Array.isArray(entries)) return [`${path}: ${show(value)} is no list`]
  return entries.flatMap((entry, place) =>
    check(entry, schema.items ?? {}, `${path}[${place}]`, context),
  )
}

function formEntries(value: unknown): unknown {
  const isList = isObject(value) && Object.keys(value).every((name) => /^\d+$/.test(name))
  return isList ? Object.values(value) : undefined
}

function checkObject(value: unknown, schema: Schema, path: string, context: Context): string[] {
  if (!isObject(value) || Array.isArray(value)) return [`${path}: ${show(value)} is no object`]
  const { properties = {}, required = [], additionalProperties: rest } = schema
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const missing = required.filter((name) => value[name] === undefined)
  return [
    ...missing.map((name) => `${at(name)}: is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : rest
      if (known) return check(member, known, at(name), context)
      return [`${at(name)}: is not known`]
    }),
  ]
}

/** The errors of the closest alternative. */
function checkAny(value: unknown, schemas: Schema[], path: string, context: Context): string[] {
  let closest: string[] | undefined
  for (const schema of schemas) {
    const problems = check(value, schema, path, context)
    if (problems.length === 0) return []
    if (isMeant(value, schema, context)) closest = problems
  }
  return closest ?? [`${path}: ${show(value)} is nothing that may stand here`]
}

/** Whether the value's `object` and `type` match this alternative. */
function isMeant(value: unknown, given: Schema, context: Context): boolean {
  const schema = resolve(given, context)
  if (!isObject(value) || schema.type !== 'object') return false
  return ['object', 'type'].every((name) => {
    const wanted = schema.properties?.[name]?.const
    return wanted === undefined || wanted === value[name]
  })
}

function resolve(schema: Schema, { defs }: Context): Schema {
  if (schema.$ref === undefined) return schema
  const found = defs[schema.$ref.slice('#/$defs/'.length)]
  if (!found) throw new Error(`No schema ${schema.$ref}`)
  return found
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing'
}
