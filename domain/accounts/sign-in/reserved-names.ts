import unhomoglyph from 'unhomoglyph'

const SHOP = 'Hemline'

/** What the shop's own staff would call itself, also written together with the shop's name. */
const ROLES = ['support', 'team', 'admin', 'official', 'help', 'security', 'billing', 'staff']

/**
 * Whether somebody with this name could be taken for the shop itself: the name has the shop's, in
 * any letters that look the same (Unicode TR 39), also with spaces within it. Words that merely
 * contain the same letters are not meant.
 */
export function isReservedName(fullName: string): boolean {
  return looks.some((look) => isShop(fullName, look))
}

type Look = (word: string) => string

/** The letters of a word as they look. A capital I also looks like a small l. */
const looks: readonly Look[] = [
  (word) => withoutSigns(unhomoglyph(unhomoglyph(word).toLowerCase())),
  (word) => withoutSigns(unhomoglyph(word.replace(/\P{ASCII}+/gu, unhomoglyph).toLowerCase())),
]

function withoutSigns(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, '')
}

function isShop(fullName: string, look: Look): boolean {
  const words = fullName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(look)
  const shop = look(SHOP)
  const endings = new Set(['', ...ROLES.map(look)])
  return words.some((_, first) => {
    const rest = words.slice(first)
    if (!rest.join('').startsWith(shop)) return false
    // The shop's name ends where a word ends, or where a role begins.
    let end = 0
    for (const word of rest) {
      end += word.length
      if (end >= shop.length) return endings.has(rest.join('').slice(shop.length, end))
    }
    return false
  })
}
