import * as z from 'zod'
import { checkForm } from '#app/http/forms.ts'
import { type ApprovalStatus, approvalStatuses } from '#db/enums.ts'

/** The part of a list that an address asks for: what waits unless it says otherwise. */
export function wantedPart(request: Request) {
  const query = new URL(request.url).searchParams
  const asked = query.get('status')
  const status: ApprovalStatus | null =
    asked === 'all' ? null : (approvalStatuses.find((known) => known === asked) ?? 'pending')
  const part = { status, q: query.get('q')?.trim().slice(0, 100) ?? '', after: query.get('after') }
  return { part, query }
}

const reasonForm = z
  .object({
    template: z.string().default(''),
    reason: z.string().default(''),
  })
  .transform(({ template, reason }, context) => {
    const text = [template, reason]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' ')
    const problem = text === '' ? 'Please give a reason.' : null
    const sentence =
      [...text].length > 1000 ? 'Please keep the reason to 1,000 characters.' : problem
    if (sentence) context.addIssue({ code: 'custom', path: ['reason'], message: sentence })
    return text
  })

/** Why something is turned down: a sentence from the list, one's own words, or both. */
export function readReason(form: FormData) {
  return checkForm(reasonForm, form)
}
