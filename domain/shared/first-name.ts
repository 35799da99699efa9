/** The first word of a full name. */
export function firstNameOf(fullName: string): string {
  return fullName.trim().split(/\s/, 1)[0] ?? ''
}

/** 'Iris V.': the first word of a full name and the initial of the last one. */
export function shortNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  const initial = [...(last ?? '')][0]
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
