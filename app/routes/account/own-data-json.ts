import { appContext, signedInContext } from '#app/http/contexts.ts'
import { ownData } from '#domain/people/own-data.ts'
import type { Route } from './+types/own-data-json.ts'

/** Everything that we hold about whoever asks, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  const everything = await ownData(db, context.get(signedInContext), clock())
  return new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hemline-my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}
