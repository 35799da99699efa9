import { useEffect } from 'react'
import {
  type SiteStyle,
  settingKeys,
  settingProblem,
  tidySetting,
} from '#domain/site-style/site-settings.ts'
import { styleVariables } from '#domain/site-style/style-variables.ts'

/** Dresses the whole page in a style that is not saved yet, for as long as the caller is shown. */
export function useStylePreview(style: SiteStyle): void {
  useEffect(() => {
    const root = document.documentElement
    for (const [name, value] of Object.entries(styleVariables(style))) {
      root.style.setProperty(name, value)
    }
  }, [style])
  useEffect(
    () => () => {
      document.documentElement.removeAttribute('style')
    },
    [],
  )
}

/** The style with what a form says; what is half typed leaves it as it was. */
export function styleInForm(before: SiteStyle, form: FormData): SiteStyle {
  const typed = settingKeys.flatMap((key) => {
    const value = form.get(key)
    if (typeof value !== 'string') return []
    const tidy = tidySetting(key, value)
    return settingProblem(key, tidy) === null && (tidy !== '' || key.startsWith('hero_'))
      ? [[key, tidy]]
      : []
  })
  return { ...before, ...Object.fromEntries(typed) }
}
