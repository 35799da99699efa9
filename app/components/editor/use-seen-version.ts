import { useState } from 'react'

type Loaded = { readonly version: string; readonly values: object }

/**
 * The version that a form started from: that of its page at first, and after a save of its own what the
 * page loads then. A newer one that the page loads after another form's save is not in its fields.
 * @param refused the version in a refused save, which the page without a script shows again
 */
export function useSeenVersion(loaded: Loaded, isSaving: boolean, refused?: string): string {
  const [seen, setSeen] = useState(refused || loaded.version)
  const [last, setLast] = useState({ values: loaded.values, isSaving })
  if (last.values !== loaded.values || last.isSaving !== isSaving) {
    setLast({ values: loaded.values, isSaving })
    // What a save of its own has loaded arrives as the save ends.
    if (last.isSaving && last.values !== loaded.values) setSeen(loaded.version)
  }
  return seen
}
