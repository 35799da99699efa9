import { data, redirect } from 'react-router'
import { readForm } from '#app/forms/read-form.ts'
import { lengthUnitCookie } from '#app/request/choices/length-unit.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { lengthUnits } from '#domain/accounts/sizes/lengths.ts'
import type { Route } from './+types/length-unit.ts'

/** Remembers the unit of lengths, and returns to the page. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  const unit = lengthUnits.find((one) => one === form.get('unit'))
  if (!unit) throw data(null, { status: 400 })
  const returnTo = safeReturnTo(String(form.get('return_to') ?? ''))
  return redirect(returnTo, { headers: { 'Set-Cookie': lengthUnitCookie(unit) } })
}
