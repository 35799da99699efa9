/**
 * Draws the demo pictures into db/seed/pictures:
 *   node db/seed/draw/draw.ts            everything
 *   node db/seed/draw/draw.ts blazer     pictures whose name contains a word
 */
import { mkdir, stat } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { heroes } from './heroes.ts'
import { logo, logoNames } from './logos.ts'
import { portrait } from './portrait.ts'
import { picture } from './scene.ts'
import { develop } from './sheet.ts'
import { stills } from './stills.ts'
import { wardrobe } from './wardrobe.ts'

const folder = new URL('../pictures/', import.meta.url)
const words = process.argv.slice(2)
const wanted = (name: string): boolean =>
  words.length === 0 || words.some((word) => name.includes(word))

async function save(name: string, image: Sharp, quality: number): Promise<void> {
  const file = new URL(`${name}.webp`, folder)
  await image.webp({ quality, effort: 6, smartSubsample: true }).toFile(file.pathname)
  console.log(`${name}.webp ${((await stat(file)).size / 1024).toFixed(0)} kB`)
}

await mkdir(folder, { recursive: true })
for (const look of wardrobe) {
  if (!wanted(look.name)) continue
  const sheet = await picture(look.pieces, look.frame, look.room, 1.5)
  await save(look.name, develop(sheet, 800, 1600), 72)
}

for (const scene of [...heroes, ...stills, portrait]) {
  if (!wanted(scene.name)) continue
  const { width, height } = scene
  const sheet = await picture(scene.pieces, scene.frame, scene.room, 1.25, width, height)
  await save(scene.name, develop(sheet, width, height), 74)
}
for (const name of logoNames) {
  if (wanted(name)) await save(name, logo(name), 86)
}
