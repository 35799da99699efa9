import { useRef } from 'react'
import { href, useNavigation } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { drivingDistances } from '#db/enums.ts'
import { MAX_OUTFIT_PHOTOS } from '#domain/accounts/closets/outfit-photos.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'

type City = { readonly id: string; readonly name: string; readonly state: string }

type ApplicationFieldsProps = {
  cities: readonly City[]
  /** From the profile, by field name. */
  known: Readonly<Record<string, string>>
  answer: Problem | undefined
}

/** The application for a business account (spec 11.1). Sent as multipart, so that it needs no script. */
export function ApplicationFields({ cities, known, answer }: ApplicationFieldsProps) {
  const field = fieldsOf(answer)
  const busy = useNavigation().formData?.has('driving_distance') ?? false
  const state = useRef<HTMLInputElement>(null)
  const stateOf = (city: string | undefined) => cities.find(({ id }) => id === city)?.state ?? ''
  const shown = (name: string) => ({
    ...field(name, known[name]),
    required: true,
  })
  const ids = answer?.values.outfit_images?.split(',').filter(Boolean) ?? []
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      answer={answer}
      noValidate
      className="grid max-w-xl gap-7"
    >
      <Field label="Full name" autoComplete="name" {...shown('full_name')} />
      <div className="grid items-start gap-7 sm:grid-cols-[2fr_1fr] sm:items-end sm:gap-5">
        <SelectField
          label="City"
          placeholder="Choose a city"
          options={cities.map(({ id, name, state }) => ({ value: id, label: `${name}, ${state}` }))}
          onChange={(event) => {
            if (state.current) state.current.value = stateOf(event.target.value)
          }}
          {...shown('city')}
        />
        <Field
          ref={state}
          label="State"
          hint="Filled in from the city."
          readOnly
          tabIndex={-1}
          name="state"
          defaultValue={stateOf(answer?.values.city ?? known.city)}
        />
      </div>
      <Field
        label="Instagram"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="@yourname"
        {...shown('instagram')}
      />
      <PhotosField
        label="Outfit photos"
        hint={`Show us 1 to ${MAX_OUTFIT_PHOTOS} items you would rent out. JPEG, PNG or WebP, up to ${MAX_FILE_SIZE} each. You will crop each photo to portrait format.`}
        error={answer?.fields.outfit_images}
        name="outfit_images"
        use="outfit"
        max={MAX_OUTFIT_PHOTOS}
        photos={ids.map(uploadedPhoto)}
      />
      <SelectField
        label="Driving distance"
        hint="How far will you drive to deliver?"
        placeholder="Choose a distance"
        options={drivingDistances}
        {...shown('driving_distance')}
      />
      <TextArea
        label="Meeting flexibility"
        hint="When and where can you usually meet?"
        {...shown('meeting_flexibility')}
      />
      <Field
        label="Contact phone"
        type="tel"
        autoComplete="tel"
        hint="In case we have questions about your application."
        {...shown('contact_phone')}
      />
      <p>
        <span className="mb-4 block text-sm text-soft">
          By applying you agree to our{' '}
          <TextLink to={href('/lending-terms')}>Lending terms</TextLink>.
        </span>
        <Button busy={busy} busyText="Sending...">
          Submit application
        </Button>
      </p>
    </Form>
  )
}
