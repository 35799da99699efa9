import ts from 'typescript-api'
import type { Schema } from './schema.ts'

/** Converts types to schemas; those of named objects are added to `defs` once. */
export type TypeReader = { schemaOf(type: ts.Type): Schema; defs: Record<string, Schema> }

/**
 * `kinds` are the objects that can be returned (`refund`, `charge`): where a type allows an id or the
 * whole object, the object is left out if it is none of them.
 */
export function createTypeReader(checker: ts.TypeChecker, kinds: ReadonlySet<string>): TypeReader {
  const defs: Record<string, Schema> = {}
  const names = new Map<ts.Type, string>()

  function schemaOf(type: ts.Type): Schema {
    if (type.isUnion()) return unionSchema(type)
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return { const: checker.typeToString(type) === 'true' }
    }
    if (type.flags & ts.TypeFlags.String) return { type: 'string' }
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    // The SDK's own number class; JSON has text.
    if (isNamed(type, 'Decimal')) return { type: 'string' }
    if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(elementOf(type)) }
    return namedSchema(type)
  }

  function unionSchema(type: ts.UnionType): Schema {
    const members = type.types.filter((member) => !isLeftOut(member))
    // Types leave enumerations open for future values; the values used here are known.
    const closed = members.filter((member) => !isNamed(member, 'OtherString'))
    const takesIds = closed.some((member) => member.flags & ts.TypeFlags.String)
    const possible = closed.filter((member) => !takesIds || isAnswered(member))
    const texts = possible.filter((member) => member.isStringLiteral())
    const others = possible.filter((member) => !member.isStringLiteral())
    const schemas = others.map(schemaOf)
    if (texts.length > 0) schemas.push({ enum: texts.map((text) => text.value) })
    const [only, ...more] = schemas
    return only && more.length === 0 ? only : { anyOf: schemas }
  }

  function namedSchema(type: ts.Type): Schema {
    const known = names.get(type)
    if (known) return { $ref: `#/$defs/${known}` }
    const name = freeName(checker.typeToString(type).replace(/\W+/g, '.'))
    names.set(type, name)
    defs[name] = {}
    defs[name] = objectSchema(type)
    return { $ref: `#/$defs/${name}` }
  }

  function objectSchema(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const member of checker.getPropertiesOfType(type)) {
      const memberType = checker.getTypeOfSymbol(member)
      // `deleted?: void` means that it is never present.
      if (isLeftOut(memberType)) continue
      properties[member.name] = schemaOf(memberType)
      if (!(member.flags & ts.SymbolFlags.Optional)) required.push(member.name)
    }
    const rest = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      properties,
      required,
      additionalProperties: rest ? schemaOf(rest.type) : false,
    }
  }

  function freeName(wanted: string): string {
    if (!(wanted in defs)) return wanted
    for (let number = 2; ; number += 1) {
      if (!(`${wanted}.${number}` in defs)) return `${wanted}.${number}`
    }
  }

  function elementOf(type: ts.Type): ts.Type {
    return checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? type
  }

  function isAnswered(type: ts.Type): boolean {
    const names = objectNames(checker, type)
    return names.length === 0 || names.some((name) => kinds.has(name))
  }

  return { schemaOf, defs }
}

/** The values of a type's `object`, which identify Stripe's kinds of objects. */
export function objectNames(checker: ts.TypeChecker, type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap((member) => objectNames(checker, member))
  const member = checker.getPropertyOfType(type, 'object')
  const value = member && checker.getTypeOfSymbol(member)
  return value?.isStringLiteral() ? [value.value] : []
}

function isNamed(type: ts.Type, name: string): boolean {
  return type.aliasSymbol?.name === name || type.symbol?.name === name
}

function isLeftOut(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0
}
