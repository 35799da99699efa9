import { appContext } from '#app/http/contexts.ts'
import { readPlatformSettings } from '#domain/platform-settings/platform-settings.ts'
import type { Route } from './+types/healthz'

export async function loader({ context }: Route.LoaderArgs) {
  // A small question that only a reachable, migrated database answers.
  await readPlatformSettings(context.get(appContext).db)
  return new Response('ok\n', {
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  })
}
