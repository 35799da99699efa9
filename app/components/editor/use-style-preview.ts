import { useEffect } from 'react'
import {
  type SettingKey,
  type SiteStyle,
  settingKeys,
  settingProblem,
  tidySetting,
} from '#domain/site/style/site-settings.ts'
import { styleVariables } from '#domain/site/style/style-variables.ts'

/** Applies an unsaved style to the whole page, as long as the caller is mounted. */
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

/** Smaller numbers are not applied: they are still being typed, and would collapse the form. */
const MIN_PREVIEWED: Readonly<Partial<Record<SettingKey, number>>> = {
  header_height: 44,
  container_max_width: 640,
}

/** The style from a form; incomplete values are ignored. */
export function styleInForm(before: SiteStyle, form: FormData): SiteStyle {
  const typed = settingKeys.flatMap((key) => {
    const value = form.get(key)
    if (typeof value !== 'string') return []
    const tidy = tidySetting(key, value)
    if (Number(tidy) < (MIN_PREVIEWED[key] ?? 0)) return []
    return settingProblem(key, tidy) === null && (tidy !== '' || key.startsWith('hero_'))
      ? [[key, tidy]]
      : []
  })
  return { ...before, ...Object.fromEntries(typed) }
}
