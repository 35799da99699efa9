import { Facts } from '#app/ui/facts.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'

/** What the closet needs to deliver; '' when not known yet. */
export type KnownDelivery = {
  /** Null where it is not asked: the place of the renter is known, or they are a closet. */
  readonly zip: string | null
  readonly phone: string
  readonly address: string
  readonly notes: string
}

/** Asked where nobody knows whether the item can be delivered to the renter, and remembered. */
export function ZipField({ known, error }: { known: string; error: string | undefined }) {
  return (
    <Field
      label="Your ZIP code"
      name="zip"
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={10}
      optional
      hint="It tells us whether the closet delivers to you. Nobody else sees it."
      defaultValue={known}
      error={error}
    />
  )
}

/** Asked while renting, and remembered: open until address and phone number are known. */
export function DeliveryFields({
  known,
  errors,
}: {
  known: KnownDelivery
  errors: Readonly<Record<string, string>>
}) {
  const isKnown = known.phone !== '' && known.address !== ''
  const hasError = Object.keys(errors).some((name) => /^(renter|delivery)_/.test(name))
  return (
    <details
      open={!isKnown || hasError}
      className="group/delivery min-w-0 border-b border-line pb-4"
    >
      <summary className="flex min-h-11 items-center justify-between gap-4">
        <span className="min-w-0">
          <span className="block text-sm font-medium">Delivery details</span>
          <Facts as="span" className="text-sm text-pretty wrap-anywhere text-soft">
            {isKnown
              ? known.address.replaceAll('\n', ', ')
              : 'Add your address and phone so the closet can deliver.'}
            {isKnown && known.phone}
          </Facts>
        </span>
        <span className="text-sm text-link group-open/delivery:hidden">Change</span>
      </summary>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label="Phone"
          name="renter_phone"
          type="tel"
          autoComplete="tel"
          defaultValue={known.phone}
          error={errors.renter_phone}
        />
        <TextArea
          label="Delivery address"
          name="delivery_address"
          autoComplete="street-address"
          rows={2}
          defaultValue={known.address}
          error={errors.delivery_address}
        />
        <TextArea
          label="Delivery notes"
          name="delivery_notes"
          rows={1}
          optional
          hint="For example, a door code, or that you would prefer to pick it up."
          defaultValue={known.notes}
          error={errors.delivery_notes}
        />
        <p className="text-sm text-soft">
          Only the closet and Hemline can see this. We will fill it in for you next time.
        </p>
      </div>
    </details>
  )
}
