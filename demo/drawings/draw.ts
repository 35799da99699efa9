/**
 * Draws the demo pictures into demo/pictures:
 *   node demo/drawings/draw.ts            everything
 *   node demo/drawings/draw.ts blazer     pictures whose name contains a word
 */
import { mkdir, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
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

/** Saves within `limit` kB, reducing the quality only if a fine pattern requires it. */
async function save(name: string, image: Sharp, limit: number): Promise<void> {
  const raw = await image.png({ compressionLevel: 1 }).toBuffer()
  let file = Buffer.alloc(0)
  for (const quality of [78, 72, 66, 60, 54, 48]) {
    file = await sharp(raw).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (file.length <= limit * 1024) break
  }
  await writeFile(new URL(`${name}.webp`, folder), file)
  console.log(`${name}.webp ${Math.round(file.length / 1024)} kB`)
}

await mkdir(folder, { recursive: true })
for (const look of wardrobe) {
  if (!wanted(look.name)) continue
  const sheet = await picture(look.pieces, look.frame, look.room, 1.5)
  await save(look.name, develop(sheet, 800, 1600), 62)
}

for (const scene of [...heroes, ...stills, portrait]) {
  if (!wanted(scene.name)) continue
  const { width, height } = scene
  const sheet = await picture(scene.pieces, scene.frame, scene.room, 1.25, width, height)
  await save(scene.name, develop(sheet, width, height), 100)
}
for (const name of logoNames) {
  if (wanted(name)) await save(name, logo(name), 20)
}
