import { sql } from 'kysely'
import { appContext } from '#app/http/contexts.ts'
import type { Route } from './+types/healthz'

export async function loader({ context }: Route.LoaderArgs) {
  await sql`select 1`.execute(context.get(appContext).db)
  return new Response('ok\n', {
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  })
}
