import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findWholeChromium } from '#test/setup/chromium.ts'
import { openShops } from './shops.ts'
import { walk } from './walk.ts'

const ROLES = ['visitor', 'shopper', 'closet', 'admin'] as const
const WIDTHS = [390, 1280] as const
const ACCOUNTS = { visitor: null, shopper: 'shopper', closet: 'business', admin: 'admin' } as const

type Role = (typeof ROLES)[number]

const { SEED = String(randomInt(1_000_000)), STATES = '20000', ROLE, WIDTH } = process.env
const walks = ROLES.flatMap((role) => WIDTHS.map((width) => ({ role, width }))).filter(
  ({ role, width }) => (!ROLE || role === ROLE) && (!WIDTH || String(width) === WIDTH),
)
const states = Math.ceil(Number(STATES) / walks.length)
if (walks.length === 0 || !(states > 0)) throw new Error('There is no such walk.')

const again = (role: Role, width: number) =>
  `SEED=${SEED} STATES=${states} ROLE=${role} WIDTH=${width} npm run explore`

console.log(`SEED=${SEED}: ${walks.length} walks of ${states} states`)
const browser = await findWholeChromium()
const folders = mkdtempSync(join(tmpdir(), 'hemline-explored-'))
const shops = await openShops(process.argv[2] ?? '')
let total = 0
let failures = 0

async function take({ role, width }: (typeof walks)[number]) {
  const email = ACCOUNTS[role] && `${ACCOUNTS[role]}@hemline.test`
  const shop = await shops.openShop(email ?? '')
  const folder = join(folders, `${role}-${width}`)
  const cookie = email && (await sessionOf(shop.origin, email))
  const seed = `${SEED} ${role} ${width}`
  const started = Date.now()
  const walked = await walk({ origin: shop.origin, seed, width, states, cookie, folder, browser })
  const broken = (await shop.violations()).map((row) => `the database: ${JSON.stringify(row)}`)
  await shop.close()
  total += walked.states
  const seconds = Math.round((Date.now() - started) / 1000)
  const restarts = walked.restarts > 0 ? `, Bombadil started again ${walked.restarts} times` : ''
  console.log(`${role} ${width}: ${walked.states} states in ${seconds} s${restarts}`)
  const found = [...walked.violations, ...broken]
  if (found.length === 0) return rmSync(folder, { recursive: true, force: true })
  failures += found.length
  for (const one of found) console.log(`  ${one}`)
  console.log(
    `  ${again(role, width)}\n  ${folder} has what was seen, the last pictures and output`,
  )
}

const waiting = [...walks]
const inTurn = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await take(next)
}
await Promise.all(Array.from({ length: availableParallelism() }, inTurn))
await shops.close()
if (failures === 0) rmSync(folders, { recursive: true })
console.log(`${total} states, ${failures} violations`)
process.exitCode = failures > 0 ? 1 : 0

/** The session of a demo account, signed in with the form. */
async function sessionOf(origin: string, email: string): Promise<string> {
  const answer = await fetch(`${origin}/auth`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ email, password: 'try-hemline-once' }),
  })
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('hemline_session='))
  if (!cookie) throw new Error(`signing in answered ${answer.status}`)
  return cookie.split(';', 1)[0] ?? ''
}
