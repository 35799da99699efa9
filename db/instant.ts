/**
 * A time of the database with microseconds. A Date has milliseconds only: as the key of a cursor it
 * would skip rows of the same millisecond. As a parameter it is sent whole.
 */
export class MicrosecondInstant extends Date {
  readonly #micros: string

  /** @param micros the digits after those of the milliseconds, such as '045' */
  constructor(instant: Date, micros: string) {
    super(instant)
    this.#micros = micros
  }

  override toISOString(): string {
    return super.toISOString().replace('Z', `${this.#micros}Z`)
  }
}

/** Adds the microseconds of an instant as text to the Date that `read` makes of it. */
export function readInstant<T>(text: string, read: (text: string) => T): T | MicrosecondInstant {
  const instant = read(text)
  const [, micros = ''] = /\.\d{3}(\d{1,3})/.exec(text) ?? []
  return instant instanceof Date && /[1-9]/.test(micros)
    ? new MicrosecondInstant(instant, micros.padEnd(3, '0'))
    : instant
}

/** Parameters as they are sent: `pg` writes a Date with milliseconds only. */
export function withMicroseconds(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (Array.isArray(value)) return withMicroseconds(value)
    return value instanceof MicrosecondInstant ? value.toISOString() : value
  })
}
