import * as z from 'zod'
import type { DecidedPart } from '#app/components/admin/status-tabs.tsx'
import { checkForm } from '#app/forms/forms.ts'
import { lines } from '#app/forms/text-fields.ts'
import { pathWithoutQuestion, redirectWithToast, success } from '#app/request/flash.ts'
import { approvalStatuses } from '#db/enums.ts'
import type { ListingImportId, PersonId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import { parseInstant } from '#domain/shared/lists/page.ts'

/** The part of a list in an address; by default the pending entries. */
export function requestedPart(request: Request) {
  const query = new URL(request.url).searchParams
  const requested = query.get('status')
  const part: DecidedPart = {
    status:
      requested === 'all'
        ? null
        : (approvalStatuses.find((known) => known === requested) ?? 'pending'),
    q: query.get('q')?.trim().slice(0, 100) ?? '',
    owner: parseId<PersonId>(query.get('owner')),
    importId: parseId<ListingImportId>(query.get('import')),
    after: query.get('after'),
    since: parseInstant(query.get('since') ?? undefined),
  }
  return { part, query }
}

/**
 * Redirects back after a decision `at`, with the offer to undo it. A list shows what was decided
 * since the first decision on its page, in its place, so that the next row does not move.
 */
export function redirectWithUndo(
  request: Request,
  text: string,
  {
    at,
    of,
    inList,
  }: {
    readonly at: Date
    /** The form's field with the subject of the decision. */
    readonly of: Readonly<Record<string, string>>
    readonly inList: boolean
  },
): Response {
  const here = new URL(pathWithoutQuestion(request), request.url)
  const { searchParams } = here
  if (inList && !parseInstant(searchParams.get('since') ?? undefined))
    searchParams.set('since', at.toISOString())
  const to = `${here.pathname}${here.search}`
  const fields = { intent: 'undo', at: at.toISOString(), ...of }
  return redirectWithToast(to, { ...success(text), link: { text: 'Undo', to, fields } })
}

/** When the decision to undo was made. */
export const decidedAtIn = (form: FormData): Date | null =>
  parseInstant(String(form.get('at') ?? ''))

export const UNDO_TOO_LATE = 'This can no longer be undone.'

const reasonForm = z
  .object({ template: z.string().default(''), reason: z.string().default('') })
  .transform(({ template, reason }) => ({ reason: `${template} ${reason}` }))
  .pipe(z.object({ reason: lines({ maxLength: 1000, missing: 'Please give a reason.' }) }))
  .transform(({ reason }) => reason)

/** The reason for a denial: a suggested one, one's own words, or both. */
export function readReason(form: FormData) {
  return checkForm(reasonForm, form)
}
