import { plainText } from '#domain/shared/plain-text.ts'

/** The value of `check` for a file whose rows were not found in time. */
export const TOOK_TOO_LONG = 'late'

/** The part of a list that its page was showing, and the days that were typed. */
export function exportedPart(query: URLSearchParams) {
  const text = (...names: string[]) => {
    const found = names.map((name) => query.get(name)).find((value) => value !== null)
    return plainText(found ?? '')
      .trim()
      .slice(0, 100)
  }
  return {
    q: text('q'),
    part: text('part', 'status', 'filter'),
    actor: text('actor'),
    noun: text('noun'),
    action: text('action'),
    nounId: text('id'),
    from: text('from'),
    to: text('to'),
  }
}
