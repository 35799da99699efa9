import { appContext, signedInContext } from '#app/http/contexts.ts'
import { takeExport } from '#app/http/too-many.ts'
import { ownData } from '#domain/people/own-data.ts'
import type { Route } from './+types/own-data-json.ts'

/** All data about the signed-in person, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  await takeExport(app, person.id)
  const everything = await ownData(app.db, person, app.clock())
  return new Response(`${JSON.stringify(everything, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hemline-my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}
