import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as icons from './icons.tsx'

test('the size of an icon is a class, a number of pixels or a share: WebKit reports other units', () => {
  const { Icon: _frame, icon: _maker, ...drawn } = icons
  for (const [name, Icon] of Object.entries(drawn))
    expect(renderToStaticMarkup(<Icon />), name).not.toMatch(/^<svg[^>]* (width|height)="/)
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
  const sizes = files
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => readFileSync(`app/${name}`, 'utf8').match(/<(\w*Icon|svg)\b[^>]*/g) ?? [])
    .flatMap((tag) => [...tag.matchAll(/ (?:width|height)="([^"]*)"/g)].map(([, size]) => size))
  expect(sizes.length).toBeGreaterThan(20)
  for (const size of sizes) expect(size).toMatch(/^\d+%?$/)
})
