/** The digits of a search that may be part of a phone number, however it is grouped; else null. */
export function phoneDigits(words: string): string | null {
  const digits = words.replace(/\D/g, '').slice(0, 20)
  return digits.length >= 4 && /^[\d\s()+./-]+$/.test(words) ? digits : null
}
