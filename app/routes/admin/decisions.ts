import * as z from 'zod'
import { checkForm } from '#app/forms/forms.ts'
import { lines } from '#app/forms/text-fields.ts'
import { type ApprovalStatus, approvalStatuses } from '#db/enums.ts'

/** The part of a list in an address; by default the pending entries. */
export function requestedPart(request: Request) {
  const query = new URL(request.url).searchParams
  const requested = query.get('status')
  const status: ApprovalStatus | null =
    requested === 'all'
      ? null
      : (approvalStatuses.find((known) => known === requested) ?? 'pending')
  const part = { status, q: query.get('q')?.trim().slice(0, 100) ?? '', after: query.get('after') }
  return { part, query }
}

const reasonForm = z
  .object({ template: z.string().default(''), reason: z.string().default('') })
  .transform(({ template, reason }) => ({ reason: `${template} ${reason}` }))
  .pipe(z.object({ reason: lines({ maxLength: 1000, missing: 'Please give a reason.' }) }))
  .transform(({ reason }) => reason)

/** The reason for a denial: a suggested one, one's own words, or both. */
export function readReason(form: FormData) {
  return checkForm(reasonForm, form)
}
