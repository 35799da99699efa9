import { PhotosField } from '#app/components/images/photo-field.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { ratedFits, usualSizes } from '#db/enums.ts'
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
  /** Suggests size and height. */
  profile: SizeProfile | null
  /** The name of the button, whose value is 'rate'. */
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
        <Button name={button} value="rate" busyText="Saving...">
          {own ? 'Save changes' : 'Save review'}
        </Button>
      </p>
    </Form>
  )
}

/** Fields for renters only, who have worn the item. */
function WornFields({ own, profile, answer }: RatingFormProps) {
  const field = fieldsOf(answer)
  // The size profile only fills a new review: a field that was saved empty stays empty.
  const size = own ? own.usualSize : (profile?.usualSize ?? null)
  const height = own ? own.heightCm : (profile?.heightCm ?? null)
  const ids = answer ? (answer.values.rating_photos ?? '').split(',') : (own?.imageIds ?? [])
  return (
    <>
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-x-5 gap-y-6 sm:grid-cols-[repeat(3,minmax(0,1fr))]">
        <SelectField
          label="How does it fit?"
          placeholder="Choose"
          optional
          className="col-span-2 sm:col-span-1"
          options={ratedFits.map((fit) => ({ value: fit, label: fitWords[fit] }))}
          {...field('fit', own?.fit ?? '')}
        />
        <SelectField
          label="Usual size"
          placeholder="Choose"
          optional
          options={usualSizes}
          {...field('usual_size', size ?? '')}
        />
        <Field
          label="Height"
          optional
          autoComplete="off"
          maxLength={20}
          placeholder="170 or 67 in"
          {...field('height', height ?? '')}
        />
      </div>
      <p className="-mt-3 text-sm text-soft">
        Size and height are shown with your review, to help people like you. Leave them empty to
        keep them private.
      </p>
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
