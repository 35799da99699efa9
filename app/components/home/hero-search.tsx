import { SearchEntry } from '#app/components/shell/search-entry.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'

/** The search in the hero, with words and dates. */
export function HeroSearch() {
  return (
    <SearchEntry className="hero-search">
      <label>
        What do you need?
        <input
          type="search"
          name="q"
          maxLength={100}
          placeholder="A red dress"
          enterKeyHint="search"
        />
      </label>
      <label>
        First day
        <input type="date" name="start" />
      </label>
      <label>
        Last day
        <input type="date" name="end" />
      </label>
      <button type="submit" className={buttonStyle({})}>
        Search
      </button>
    </SearchEntry>
  )
}
