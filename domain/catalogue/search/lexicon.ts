import type { Facet } from './facets.ts'
import categories from './lexicon/categories.json' with { type: 'json' }
import colors from './lexicon/colors.json' with { type: 'json' }
import details from './lexicon/details.json' with { type: 'json' }
import fabrics from './lexicon/fabrics.json' with { type: 'json' }
import filler from './lexicon/filler.json' with { type: 'json' }
import occasions from './lexicon/occasions.json' with { type: 'json' }
import styles from './lexicon/styles.json' with { type: 'json' }
import { keyOf } from './words-of.ts'

// What words mean. The words are data, in `lexicon/`, a file for each part.

/** A name of values of a facet. */
export type Meaning = {
  readonly facet: Facet
  readonly values: readonly string[]
  /**
   * A shade or a narrower word, such as 'navy' or 'blouse', is searched for as a word, in this form.
   * Only when no piece has it, it becomes these values. Null for other names.
   */
  readonly word: string | null
}

/** A city by its name and the code of its state. */
export type City = { readonly name: string; readonly state: string }

/** Names of places, as `wordsOf` writes them. */
export type PlaceNames = {
  /** The cities of a name, the largest first. */
  readonly cities: (name: string) => readonly City[]
  readonly isOfShop: (city: City) => boolean
  /** Large cities are understood without 'in' or 'near'. */
  readonly isLarge: (city: City) => boolean
  /** 'NYC', 'Philly'. */
  readonly nickname: (name: string) => City | null
  /** 'MA' for 'massachusetts' and 'ma'. */
  readonly stateCode: (name: string) => string | null
}

export type Lexicon = {
  /** By words in lower case, at most `MAX_NAME_WORDS` of them. */
  readonly meanings: ReadonlyMap<string, Meaning>
  readonly places: PlaceNames
  /** What a dollar buys as a pack. */
  readonly creditsPerDollar: number
  /** Words to correct others to, the most frequent first. */
  readonly spellings: readonly string[]
}

export const MAX_NAME_WORDS = 5

const aliases: Readonly<Record<string, string>> = { ...categories.aliases, ...fabrics.aliases }

/** The word that items have for a name: 'tuxedo' for 'tux', 'sequin' for 'sparkly'. */
export function aliasOf(name: string): string | null {
  return aliases[name] ?? null
}

function meaningsOf(
  facet: Facet,
  names: Readonly<Record<string, readonly string[]>>,
  areWords = false,
): readonly (readonly [string, Meaning])[] {
  return Object.entries(names).flatMap(([values, all]) =>
    all.map(
      (name) =>
        [
          name,
          { facet, values: values.split('+'), word: areWords ? (aliases[name] ?? name) : null },
        ] as const,
    ),
  )
}

const ownMeanings = [
  ...meaningsOf('style', styles),
  ...meaningsOf('occasion', occasions),
  ...meaningsOf('category', categories.narrower, true),
  ...meaningsOf('fabric', fabrics.narrower, true),
  ...meaningsOf('category', categories.names),
  ...meaningsOf('colour', colors.shades, true),
  ...meaningsOf('colour', colors.names),
]

const ownValues = new Map(
  ownMeanings.map(([name, { facet, values }]) => [`${facet} ${name}`, values]),
)

/** The first value that a whole text names: 'Blue' for 'Navy', 'Jacket' for 'blazers'. */
export function valueNamed(facet: Facet, text: string): string | null {
  return ownValues.get(`${facet} ${keyOf(text)}`)?.[0] ?? null
}

export const fillerWords: ReadonlySet<string> = new Set(filler)

/** Words of fashion that are spelled right, even where no item has them: 'plaid' is not 'plain'. */
export const detailWords: ReadonlySet<string> = new Set(details)

const ownWords = [...new Set(ownMeanings.flatMap(([name]) => name.split(' ')))]

/** The lexicon of a shop with these brands, of which the value is the id. */
export function lexiconOf({
  brands,
  cities,
  ...shop
}: {
  readonly brands: readonly { readonly id: string; readonly name: string }[]
  /** 'Austin, TX'. */
  readonly cities: readonly string[]
} & Pick<Lexicon, 'places' | 'creditsPerDollar'>): Lexicon {
  const meanings = new Map<string, Meaning>(ownMeanings)
  for (const { id, name } of brands)
    if (keyOf(name) !== '') meanings.set(keyOf(name), { facet: 'brand', values: [id], word: null })
  const ofShop = [...brands.map(({ name }) => name), ...cities].flatMap((name) =>
    keyOf(name).split(' '),
  )
  return { ...shop, meanings, spellings: [...new Set([...ownWords, ...ofShop])] }
}
