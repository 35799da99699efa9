import { CASE_LISTS } from '#app/components/admin/cases/case-lists.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { waitingIn } from '#app/routes/admin/waiting.ts'
import { type CaseKind, caseParts } from '#domain/care/cases/case-kinds.ts'
import { caseList } from '#domain/care/cases/case-list.ts'

export async function loadCases(context: Context, request: Request, kind: CaseKind) {
  const { db, clock, admin } = adminIn(context)
  const now = clock()
  const { part, after } = readPart(request, CASE_LISTS[kind].list, caseParts)
  const chosen = caseParts.find((known) => known === part.filter) ?? 'decide'
  const loaded = await loadList(context, request, () =>
    Promise.all([caseList(db, admin, kind, { part: chosen, after, now }), waitingIn(context)]),
  )
  const [found, waiting] = loaded ?? [null, null]
  const toAnswer = waiting ? waiting.cases[kind].toAnswer : null
  return { part: { ...part, q: '' }, found, toAnswer }
}
