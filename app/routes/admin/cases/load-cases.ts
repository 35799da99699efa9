import type { RouterContextProvider } from 'react-router'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import type { DbOrTx } from '#db/connection.ts'
import { type CasePart, type CasesToDo, caseParts } from '#domain/care/cases/cases.ts'
import type { Admin } from '#domain/shared/actors.ts'
import type { Found } from '#domain/shared/lists/page.ts'

type CaseList<Case> = {
  /** The path of the list. */
  readonly base: string
  readonly list: (
    db: DbOrTx,
    admin: Admin,
    shown: { readonly part: CasePart; readonly after: string | null; readonly now: Date },
  ) => Promise<Found<Case>>
  readonly toAnswer: (db: DbOrTx, admin: Admin, now: Date) => Promise<CasesToDo>
}

/** A list of cases, at first those to decide, and the cases that this admin has to answer. */
export async function loadCases<Case>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { base, list, toAnswer }: CaseList<Case>,
) {
  const { db, clock } = context.get(appContext)
  const [admin, now] = [context.get(adminContext), clock()]
  const { part, after } = readPart(request, base, caseParts)
  const chosen = caseParts.find((known) => known === part.filter) ?? 'decide'
  const loaded = await loadList(context, request, () =>
    Promise.all([list(db, admin, { part: chosen, after, now }), toAnswer(db, admin, now)]),
  )
  const [found, own] = loaded ?? [null, null]
  return { part: { ...part, q: '' }, found, toAnswer: own }
}
