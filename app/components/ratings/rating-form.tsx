import { useId } from 'react'
import { FormLengthUnit, LengthField } from '#app/components/fit/length-fields.tsx'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { DefaultButton } from '#app/ui/fields/default-button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { ratedFits, usualSizes } from '#db/enums.ts'
import { bodyRanges } from '#domain/accounts/sizes/lengths.ts'
import type { SizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { MAX_RATING_CHARACTERS, MAX_RATING_PHOTOS } from '#domain/care/ratings/rating-limits.ts'
import type { ShownRating } from '#domain/care/ratings/rating-queries.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { fitWords } from './rating-words.ts'
import { StarField } from './star-field.tsx'

type RatingFormProps = {
  /** Renters also rate the fit and add photos. */
  byRenter: boolean
  /** Who is reviewed. */
  otherName: string
  /** The saved review, while it can be changed. */
  own: ShownRating | null
  /** Fills in size and height. */
  profile: SizeProfile | null
  /** The name of the field that says 'rate'. */
  button: 'answer' | 'intent'
  answer: Problem | undefined
}

/** One side's review of a rental, until it is published. */
export function RatingForm(props: RatingFormProps) {
  const { byRenter, otherName, own, button, answer } = props
  const field = fieldsOf(answer)
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      failed="Your review could not be saved"
      answer={answer}
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <DefaultButton />
      <input type="hidden" name={button} value="rate" />
      <StarField
        chosen={answer?.values.stars ?? (own ? String(own.stars) : undefined)}
        error={answer?.fields.stars}
      />
      <TextArea
        label="Your review"
        optional
        rows={4}
        maxLength={MAX_RATING_CHARACTERS}
        hint={
          byRenter
            ? 'How it looks and feels, and what renting it was like.'
            : isolated(`What lending to ${otherName} was like.`)
        }
        {...field('words', own?.words)}
      />
      {byRenter && <WornFields {...props} />}
      <p>
        <Button busyText="Saving...">{own ? 'Save changes' : 'Save review'}</Button>
      </p>
    </Form>
  )
}

/** Fields for renters only, who have worn the item. */
function WornFields(props: RatingFormProps) {
  const { own, answer } = props
  const ids = answer ? (answer.values.rating_photos ?? '').split(',') : (own?.imageIds ?? [])
  return (
    <>
      <SelectField
        label="How does it fit?"
        placeholder="Choose"
        optional
        className="sm:max-w-60"
        options={ratedFits.map((fit) => ({ value: fit, label: fitWords[fit] }))}
        {...fieldsOf(answer)('fit', own?.fit ?? '')}
      />
      <SizeShown {...props} />
      <PhotosField
        label="Photos of you wearing it"
        optional
        hint={`Up to ${MAX_FILE_SIZE} each. Everyone can see them.`}
        name="rating_photos"
        use="rating"
        max={MAX_RATING_PHOTOS}
        photos={ids.filter(Boolean).map((id) => ({ id, url: imageAddress(id) }))}
        error={answer?.fields.rating_photos}
      />
    </>
  )
}

/**
 * Size and height, filled in from the size profile. That is private, so they are only saved with the
 * choice to show them.
 */
function SizeShown({ own, profile, answer }: RatingFormProps) {
  const id = useId()
  const isChosen = own !== null && (own.usualSize !== null || own.heightCm !== null)
  const filled = isChosen ? own : profile
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <input
        id={id}
        type="checkbox"
        name="show_size"
        value="yes"
        defaultChecked={answer ? answer.values.show_size === 'yes' : isChosen}
        aria-describedby={`${id}-hint`}
        className="peer size-5"
      />
      <label htmlFor={id} className="flex min-h-11 w-fit cursor-pointer items-center">
        Show my usual size and height
      </label>
      <p id={`${id}-hint`} className="col-span-2 text-sm text-soft">
        Everyone can see them with your review. Without this they are not saved.
      </p>
      <div className="col-span-2 mt-3 hidden gap-2 peer-checked:grid">
        <FormLengthUnit answer={answer} inInches="In feet and inches, such as 5 ft 6 in." />
        <div className="grid grid-cols-2 items-start gap-5 sm:max-w-md">
          <SelectField
            label="Usual size"
            placeholder="Choose"
            optional
            options={usualSizes}
            {...fieldsOf(answer)('usual_size', filled?.usualSize ?? '')}
          />
          <LengthField
            label="Height"
            name="height"
            optional
            range={bodyRanges.height}
            cm={filled?.heightCm}
            answer={answer}
          />
        </div>
      </div>
    </div>
  )
}
