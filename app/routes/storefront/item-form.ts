import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { checkForm } from '#app/forms/forms.ts'
import { ZIP_UNKNOWN, zipCode } from '#app/forms/text-fields.ts'
import { type App, appContext } from '#app/request/contexts.ts'
import { deliveryForm } from '#app/routes/account/rentals/delivery-form.ts'
import type { FreshId } from '#db/ids.ts'
import { changeProfile, saveDeliveryDetails } from '#domain/accounts/people/profiles.ts'
import type { RentRequest } from '#domain/booking/rentals/rentals.ts'
import { placeOfZip } from '#domain/catalogue/places/places.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { ActionArgs } from './item-answers.ts'

const detailsForm = deliveryForm.extend({
  zip: zipCode()
    .default('')
    .refine((zip) => zip === '' || placeOfZip(zip), ZIP_UNKNOWN),
})

/** The delivery details in the form; undefined when it has no such fields, as in an older page. */
export function readDelivery(form: FormData) {
  if (!form.has('delivery_address')) return { ok: true as const, value: undefined, zip: '' }
  const read = checkForm(detailsForm, form)
  if (!read.ok) return read
  const { renter_phone: phone, delivery_address: address, delivery_notes: notes, zip } = read.value
  return { ok: true as const, value: { phone, address, notes }, zip }
}

/** Keeps what was entered, also when the rental is refused. The ZIP code of a closet is where it is. */
export async function saveDetails(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  shopper: Shopper,
  { value, zip }: Extract<ReturnType<typeof readDelivery>, { ok: true }>,
) {
  if (value) await saveDeliveryDetails(db, shopper, value, clock())
  if (zip !== '' && shopper.accountType === 'regular')
    await changeProfile(db, shopper, { zip }, clock())
}

/** What a form of the page requests. */
export function readRequest(
  { request, context, itemId }: ActionArgs,
  form: FormData,
  delivery: ReturnType<typeof readDelivery>,
): RentRequest {
  return {
    itemId,
    start: form.get('start'),
    end: form.get('end'),
    requestKey: parseId<FreshId>(form.get('request_key')) ?? newId(),
    origin: context.get(appContext).originOf(request),
    delivery: delivery.ok ? delivery.value : ('invalid' as const),
    shownCreditsPerDay: readShownPrice(form),
    handover: readHandover(form.get('handover')),
  }
}

/** The price per day on the page that the form was sent from; undefined for none. */
function readShownPrice(form: FormData): number | undefined {
  const shown = form.get('credits_per_day')
  return typeof shown === 'string' && /^\d{1,6}$/.test(shown) ? Number(shown) : undefined
}
