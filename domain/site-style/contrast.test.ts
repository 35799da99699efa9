import { expect, test } from 'vitest'
import { contrast, textOn } from './contrast.ts'
import { siteSettings, styleFrom } from './site-settings.ts'
import { styleVariables } from './style-variables.ts'

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ec4899', '#ffffff')).toBeCloseTo(3.53, 1)
})

test('text on a background is readable, or no text color is returned', () => {
  expect(textOn('#ffff00')).toBe('#1d1916')
  expect(textOn('#003366')).toBe('#fbf8f3')
  expect(textOn('#808080')).toBeNull()
})

test('buttons use the chosen primary colour if it is readable, and ink by default', () => {
  const buttons = (primary_500: string) =>
    styleVariables(styleFrom({ primary_500 }))['--color-button']
  expect(buttons('#ffff00')).toBe('#ffff00')
  expect(buttons('#003366')).toBe('#003366')
  expect(buttons('#808080')).toBe('#1d1916')
  expect(buttons(siteSettings.primary_500.usual)).toBe('#1d1916')
})
