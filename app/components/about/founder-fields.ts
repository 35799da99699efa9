import { severalLines, storable } from '#domain/shared/plain-text.ts'

/** A founder's fields in a form; `image` is the id of a stored image. */
export type FounderFields = {
  readonly name: string
  readonly role: string
  readonly bio: string
  readonly image: string | null
}

const FIELD = /^founders\.(\d{1,3})\.(name|role|bio|image)$/

/** The founders in a form, in order, from fields like `founders.0.name`. */
export function typedFounders(
  entries: Iterable<readonly [string, unknown]>,
): readonly FounderFields[] {
  const people = new Map<number, Record<string, string>>()
  for (const [field, value] of entries) {
    const [, place, part] = FIELD.exec(field) ?? []
    if (place === undefined || part === undefined || typeof value !== 'string') continue
    const person = people.get(Number(place)) ?? {}
    // The hidden field with the image's id comes before the file field, which has no id.
    person[part] ||= severalLines(storable(value))
    people.set(Number(place), person)
  }
  return [...people]
    .sort(([one], [other]) => one - other)
    .map(([, { name = '', role = '', bio = '', image = '' }]) => ({
      name,
      role,
      bio,
      image: image || null,
    }))
}
