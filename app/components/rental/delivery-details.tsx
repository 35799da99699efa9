import { useNavigation } from 'react-router'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { RentalSection } from './rental-section.tsx'
import { lacksDetails } from './rental-words.ts'

/** Where and how the renter wants an item delivered; shown until the delivery. */
export function DeliveryDetails({
  rental,
  answer,
}: {
  rental: MyRental
  answer: Problem | undefined
}) {
  const busy = useNavigation().formData?.has('delivery_address') ?? false
  const shown = fieldsOf(answer)
  return (
    <RentalSection id="delivery" title="Delivery details">
      <p className="mt-2 mb-6 text-soft">
        {lacksDetails(rental)
          ? 'Add your address and phone so they can deliver. We will save them for your next rental.'
          : isolated(
              `${rental.owner.fullName} can see them. You can change them until the item is delivered.`,
            )}
      </p>
      <Form method="post" answer={answer} noValidate className="grid gap-6">
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          {...shown('renter_phone', rental.renterPhone)}
        />
        <TextArea
          label="Delivery address"
          autoComplete="street-address"
          rows={3}
          {...shown('delivery_address', rental.deliveryAddress)}
        />
        <TextArea
          label="Delivery notes"
          rows={2}
          optional
          hint="For example, a door code or the best time of day."
          {...shown('delivery_notes', rental.deliveryNotes)}
        />
        <p>
          <Button busy={busy} busyText="Saving...">
            Save details
          </Button>
        </p>
      </Form>
    </RentalSection>
  )
}
