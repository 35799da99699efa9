import { useState } from 'react'

type Loaded = { readonly version: string; readonly values: object }

/**
 * The version that a form started from: the page's version at first, and after its own save the
 * version that the page then loads. A newer version that the page loads after another form's save
 * does not count, because this form's fields still have the older values.
 * @param refused the version in a refused save, which the page without a script shows again
 */
export function useSeenVersion(loaded: Loaded, isSaving: boolean, refused?: string): string {
  const [seen, setSeen] = useState(refused || loaded.version)
  const [last, setLast] = useState({ values: loaded.values, isSaving })
  if (last.values !== loaded.values || last.isSaving !== isSaving) {
    setLast({ values: loaded.values, isSaving })
    // The data loaded after this form's own save arrives as the save ends.
    if (last.isSaving && last.values !== loaded.values) setSeen(loaded.version)
  }
  return seen
}
