import { redirect } from 'react-router'
import { flash } from '#app/http/flash.ts'
import { pathOf } from '#app/http/guards.ts'
import type { Toast } from '#app/ui/toast-list.ts'
import { type ApprovalStatus, approvalStatuses } from '#db/enums.ts'

/** The part of a list that an address asks for: what waits unless it says otherwise. */
export function wantedPart(request: Request) {
  const query = new URL(request.url).searchParams
  const asked = query.get('status')
  const status: ApprovalStatus | null =
    asked === 'all' ? null : (approvalStatuses.find((known) => known === asked) ?? 'pending')
  return { status, q: query.get('q')?.trim() ?? '', after: query.get('after') }
}

/** Back to the same part of the list, saying what came of it. */
export function backSaying(request: Request, toast: Toast) {
  return redirect(pathOf(request), { headers: { 'Set-Cookie': flash(toast) } })
}
