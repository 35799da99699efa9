import { badRequest } from './errors.ts'

/** A decoded form: text, or named members. A list is an object with the names 0, 1, 2… */
export type FormValue = string | FormObject
export type FormObject = { [name: string]: FormValue }

const longestPath = 12
const keyPattern = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/** Decodes `a[b][0]=x`, as the SDK writes nested parameters, into `{ a: { b: { 0: 'x' } } }`. */
export function parseForm(encoded: string): FormObject {
  const form = emptyObject()
  for (const [key, value] of new URLSearchParams(encoded)) insert(form, pathOf(key), value, key)
  return form
}

/** A canonical text of a form, whatever the order in which it was sent. */
export function canonicalForm(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalForm(value[name] ?? '')}`)
  return `{${members.join(',')}}`
}

/** `param('line_items', '0')` is `line_items[0]`, the way errors name a parameter. */
export function paramPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}[${name}]`
}

function pathOf(key: string): string[] {
  const parts = keyPattern.exec(key)
  if (!parts) throw badRequest(`Invalid parameter name: ${key}`, 'parameter_unknown', key)
  const path = [parts[1] ?? '']
  for (const [, name] of (parts[2] ?? '').matchAll(/\[([^[\]]*)\]/g)) path.push(name ?? '')
  if (path.length > longestPath) throw badRequest(`Nested too deeply: ${key}`, undefined, key)
  return path
}

function insert(form: FormObject, path: string[], value: string, key: string): void {
  let place = form
  for (const [depth, part] of path.entries()) {
    // `a[]=x` appends: it takes the next free number.
    const name = part === '' ? String(Object.keys(place).length) : part
    if (depth === path.length - 1) {
      place[name] = value
      return
    }
    const next = place[name] ?? emptyObject()
    if (typeof next === 'string') throw badRequest(`Invalid object: ${key}`, undefined, key)
    place[name] = next
    place = next
  }
}

// Without a prototype, so that a parameter named `__proto__` is only an unknown parameter.
function emptyObject(): FormObject {
  return Object.create(null)
}
