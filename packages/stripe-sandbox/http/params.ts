import { badRequest } from '#sandbox/core/errors.ts'
import { type FormValue, paramPath } from '#sandbox/core/form-encoding.ts'

/** Reads one parameter, or refuses it as Stripe does. `path` is its name in the message. */
export type Reader<T> = (value: FormValue, path: string) => T

type Readers = Record<string, Reader<unknown>>
type Values<F extends Readers> = { [K in keyof F]: ReturnType<F[K]> }
type WithRequired<T, R extends keyof T> = Partial<T> & Required<Pick<T, R>>

export function text(longest = 5000): Reader<string> {
  return (value, path) => {
    if (typeof value !== 'string') throw badRequest('Invalid string', undefined, path)
    if (value === '') {
      throw badRequest(
        `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset.`,
        'parameter_invalid_empty',
        path,
      )
    }
    if (value.length > longest) {
      throw badRequest(
        `Invalid string: must be at most ${longest} characters`,
        'parameter_invalid_string_too_long',
        path,
      )
    }
    return value
  }
}

export function oneOf<const T extends string>(...allowed: T[]): Reader<T> {
  return (value, path) => {
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) {
      throw badRequest(`Invalid ${path}: must be one of ${allowed.join(', ')}`, undefined, path)
    }
    return found
  }
}

export const boolean: Reader<boolean> = (value, path) =>
  oneOf('true', 'false')(value, path) === 'true'

export function integer(
  from = Number.MIN_SAFE_INTEGER,
  to = Number.MAX_SAFE_INTEGER,
): Reader<number> {
  return (value, path) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      throw badRequest(`Invalid integer: ${String(value)}`, 'parameter_invalid_integer', path)
    }
    const number = Number(value)
    if (number < from) {
      throw badRequest(
        `This value must be greater than or equal to ${from}.`,
        'parameter_invalid_integer',
        path,
      )
    }
    if (number > to) {
      throw badRequest(
        `This value must be less than or equal to ${to}.`,
        'parameter_invalid_integer',
        path,
      )
    }
    return number
  }
}

/** Money in the smallest unit of its currency. */
export const amount = integer(0, 99_999_999)

export const currency: Reader<string> = (value, path) => {
  const code = text(3)(value, path).toLowerCase()
  if (!/^[a-z]{3}$/.test(code)) throw badRequest(`Invalid currency: ${code}`, undefined, path)
  return code
}

export const url: Reader<string> = (value, path) => {
  const address = text()(value, path)
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw badRequest('Not a valid URL', 'url_invalid', path)
  }
  return address
}

export const email: Reader<string> = (value, path) => {
  const address = text(512)(value, path)
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(address)) {
    throw badRequest(`Invalid email address: ${address}`, 'email_invalid', path)
  }
  return address
}

/** An empty text clears the field: it is read as null. */
export function clearable<T>(read: Reader<T>): Reader<T | null> {
  return (value, path) => (value === '' ? null : read(value, path))
}

export function listOf<T>(read: Reader<T>, longest = 100): Reader<T[]> {
  return (value, path) => {
    const names = typeof value === 'string' ? [] : Object.keys(value)
    if (typeof value === 'string' || names.some((name) => !/^\d+$/.test(name))) {
      throw badRequest('Invalid array', undefined, path)
    }
    if (names.length > longest) {
      throw badRequest(`Too many entries: at most ${longest}`, undefined, path)
    }
    return names
      .sort((a, b) => Number(a) - Number(b))
      .map((name) => read(value[name] ?? '', paramPath(path, name)))
  }
}

/** Named members. Unknown names and missing required ones are refused. */
export function fields<F extends Readers, R extends keyof F & string = never>(
  readers: F,
  required?: readonly R[],
): Reader<WithRequired<Values<F>, R>>
// Every name gets the value of its own reader, as the signature above says.
export function fields(
  readers: Readers,
  required: readonly string[] = [],
): Reader<Record<string, unknown>> {
  return (value, path) => {
    if (typeof value === 'string') throw badRequest('Invalid object', undefined, path)
    const read: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
      const memberPath = paramPath(path, name)
      if (!reader) {
        throw badRequest(
          `Received unknown parameter: ${memberPath}`,
          'parameter_unknown',
          memberPath,
        )
      }
      read[name] = reader(value[name] ?? '', memberPath)
    }
    for (const name of required) {
      if (read[name] === undefined) {
        const missing = paramPath(path, name)
        throw badRequest(`Missing required param: ${missing}.`, 'parameter_missing', missing)
      }
    }
    return read
  }
}

/** Metadata as sent: an empty value removes its key, empty metadata removes everything. */
export const metadata: Reader<Record<string, string> | null> = (value, path) => {
  if (value === '') return null
  if (typeof value === 'string') throw badRequest('Invalid object', undefined, path)
  const names = Object.keys(value)
  if (names.length > 50) throw badRequest('Metadata has at most 50 keys', undefined, path)
  const read: Record<string, string> = {}
  for (const name of names) {
    const entry = value[name]
    if (typeof entry !== 'string' || entry.length > 500 || name.length > 40) {
      const wrong = paramPath(path, name)
      throw badRequest('Metadata keys have at most 40, values 500 characters', undefined, wrong)
    }
    read[name] = entry
  }
  return read
}

/** The metadata after a change: keys are merged, those with empty values are removed. */
export function mergeMetadata(
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return before
  if (change === null) return {}
  return Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''),
  )
}

export const address = fields({
  city: clearable(text()),
  country: clearable(text()),
  line1: clearable(text()),
  line2: clearable(text()),
  postal_code: clearable(text()),
  state: clearable(text()),
})
