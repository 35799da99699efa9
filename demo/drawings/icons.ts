/** Draws the icons for browsers and other sites into public/: node demo/drawings/icons.ts */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const folder = new URL('../../public/', import.meta.url)
const mark = await readFile(new URL('../../app/styles/favicon.svg', import.meta.url), 'utf8')
// Home screens round the corners themselves.
const square = mark.replace('rx="7"', '')
const padded = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"')

async function icon(name: string, svg: string, side: number): Promise<void> {
  const png = await sharp(Buffer.from(svg), { density: 1200 })
    .resize(side, side)
    .png({ palette: true, effort: 10 })
    .toBuffer()
  await writeFile(new URL(name, folder), png)
}

await mkdir(folder, { recursive: true })
await icon('icon-192.png', mark, 192)
await icon('icon-512.png', mark, 512)
await icon('icon-maskable-512.png', padded, 512)
await icon('apple-touch-icon.png', square, 180)

const words = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="#1d1916" opacity="0.38"/>
<text x="600" y="330" font-family="Playfair Display, Georgia, serif" font-size="132" fill="#fbf8f3" text-anchor="middle">Hemline</text>
<path d="M390 372h420" stroke="#ec4899" stroke-width="7" stroke-dasharray="22 11"/>
</svg>`
await sharp(await readFile(new URL('../pictures/hero-evening-gowns.webp', import.meta.url)))
  .resize(1200, 630, { fit: 'cover', position: 'attention' })
  .composite([{ input: Buffer.from(words) }])
  .jpeg({ quality: 72, mozjpeg: true })
  .toFile(new URL('shared.jpg', folder).pathname)
