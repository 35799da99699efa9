import { useEffect } from 'react'
import {
  type SettingKey,
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

/** Below these a number is one that is still being typed: the form itself would collapse. */
const LEAST_WORN: Readonly<Partial<Record<SettingKey, number>>> = {
  header_height: 44,
  container_max_width: 640,
}

/** The style with what a form says; what is half typed leaves it as it was. */
export function styleInForm(before: SiteStyle, form: FormData): SiteStyle {
  const typed = settingKeys.flatMap((key) => {
    const value = form.get(key)
    if (typeof value !== 'string') return []
    const tidy = tidySetting(key, value)
    if (Number(tidy) < (LEAST_WORN[key] ?? 0)) return []
    return settingProblem(key, tidy) === null && (tidy !== '' || key.startsWith('hero_'))
      ? [[key, tidy]]
      : []
  })
  return { ...before, ...Object.fromEntries(typed) }
}
