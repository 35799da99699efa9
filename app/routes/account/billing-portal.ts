import { data, href, redirect, redirectDocument } from 'react-router'
import { PORTAL_FAILED } from '#app/components/credits/product-words.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithError } from '#app/request/flash.ts'
import { openPortal } from '#domain/money/plans/change-plan.ts'
import type { Route } from './+types/billing-portal.ts'

/** Where signing in returns to after a form was posted here: the page that has it. */
export function loader() {
  return redirect(href('/credits'))
}

/** Redirects to the billing portal, and from there back to the credits page. */
export async function action({ request, context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const { db, stripe, originOf } = context.get(appContext)
  const form = await readForm(request)
  const visit = {
    returnUrl: `${originOf(request)}${href('/credits')}?from=portal`,
    purpose: form.get('purpose') === 'card' ? ('card' as const) : ('manage' as const),
  }
  const opened = await attempt(context, request, () => openPortal(db, shopper, stripe, visit))
  if (opened.ok) return redirectDocument(opened.value.url)
  return redirectWithError(href('/credits'), PORTAL_FAILED)
}
