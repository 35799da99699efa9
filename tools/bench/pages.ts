import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { sealToken } from '#domain/accounts/sign-in/session-token.ts'
import { newId } from '#domain/shared/ids.ts'
import { serveBytes } from './bare-server.ts'
import { requestsPerSecond } from './load.ts'
import { servePage } from './served-page.ts'
import { type Ratio, sideBySide } from './side-by-side.ts'

/** Compares a page of a running app with a server that only sends the same bytes. */
export async function benchPage(what: string, url: string, cookie?: string): Promise<Ratio> {
  const seen = await fetchRaw(url, cookie)
  const bare = await serveBytes(seen.body, seen.headers)
  try {
    // The first requests prepare statements and compile code.
    await requestsPerSecond({ url, cookie, seconds: 1 })
    return await sideBySide(what, {
      ours: () => requestsPerSecond({ url, cookie }),
      bare: () => requestsPerSecond({ url: bare.url, cookie }),
    })
  } finally {
    bare.close()
  }
}

/** Compares a page for a signed-in person with React Router rendering the same markup. */
export async function benchSignedInPage(what: string, url: string, cookie: string): Promise<Ratio> {
  const page = await (await fetch(url, { headers: { cookie } })).text()
  const bare = await servePage('./react-page-server.ts', page)
  try {
    const again = await (await fetch(bare.url)).text()
    if (Math.abs(again.length / page.length - 1) > 0.02)
      throw new Error(`${what}: ${again.length} characters instead of ${page.length}`)
    for (const load of [{ url, cookie }, { url: bare.url }])
      await requestsPerSecond({ ...load, seconds: 2 })
    return await sideBySide(what, {
      ours: () => requestsPerSecond({ url, cookie }),
      bare: () => requestsPerSecond({ url: bare.url }),
    })
  } finally {
    await bare.close()
  }
}

/** The page as transferred, compressed: `fetch` would decompress it. */
async function fetchRaw(url: string, cookie: string | undefined) {
  const { request } = await import('node:http')
  const headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) }
  return await new Promise<{ body: Uint8Array; headers: Record<string, string> }>(
    (resolve, reject) => {
      const requested = request(url, { headers }, (response) => {
        const chunks: Uint8Array[] = []
        response.on('data', (chunk: Uint8Array) => chunks.push(chunk))
        response.on('end', () => {
          if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
          const cached = Object.entries(response.headers).flatMap(([name, value]) =>
            typeof value === 'string' && !/^(content-length|connection|keep-alive|date)$/.test(name)
              ? [[name, value] as const]
              : [],
          )
          resolve({ body: Buffer.concat(chunks), headers: Object.fromEntries(cached) })
        })
      })
      requested.once('error', reject)
      requested.end()
    },
  )
}

/** A signed-in shopper's cookie: pages are rendered for each request. */
export async function shopperCookie(pool: pg.Pool, secret: string): Promise<string> {
  const [id, session] = [newId(), newId()]
  const token = randomBytes(24).toString('base64url')
  await pool.query(
    `insert into user_profiles (id, full_name, email) values ($1, 'Bench reader', $2)`,
    [id, `${id}@bench.test`],
  )
  await pool.query(
    `insert into auth_sessions (id, token, user_id, expires_at)
     values ($1, $2, $3, now() + interval '1 day')`,
    [session, token, id],
  )
  return `hemline_session=${encodeURIComponent(sealToken(secret, token))}`
}
