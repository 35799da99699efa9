import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, INK, PAPER, readableGround } from './contrast.ts'
import { styleFrom } from './site-settings.ts'
import { styleVariables } from './style-variables.ts'

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ec4899', '#ffffff')).toBeCloseTo(3.53, 1)
})

test('a colour is darkened only as far as light text on it needs', () => {
  expect(readableGround('#ffff00')).toEqual({ ground: '#ffff00', text: INK })
  expect(readableGround('#003366')).toEqual({ ground: '#003366', text: PAPER })
  for (const color of ['#ec4899', '#ec4898', '#808080', '#06b6d4', '#ff0000', '#00ff00']) {
    const { ground, text } = readableGround(color)
    expect(contrast(ground, text), color).toBeGreaterThanOrEqual(4.5)
  }
})

test('every colour of a coarse grid has readable text', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
  const faint = colors.filter((color) => {
    const { ground, text } = readableGround(color)
    return contrast(ground, text) < 4.5
  })
  expect(faint).toEqual([])
})

test('buttons show the primary colour at every value, the default included', () => {
  const buttons = (primary_500: string) =>
    styleVariables(styleFrom({ primary_500 }))['--color-button']
  expect(buttons('#ffff00')).toBe('#ffff00')
  expect(buttons('#003366')).toBe('#003366')
  // A deeper pink, as for its neighbour.
  expect(buttons('#ec4899')).toBe('#c63c81')
  expect(buttons('#ec4898')).toBe('#c63c80')
})

test('the stylesheet of a site with the default style has the colours of that style', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8')
  const colors = Object.entries(styleVariables(styleFrom({}))).filter(([name]) =>
    name.startsWith('--color-'),
  )
  expect(colors).toHaveLength(6)
  for (const [name, value] of colors) expect(tokens).toContain(`${name}: ${value};`)
})
