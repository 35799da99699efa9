import { type ReactNode, useContext, useState } from 'react'
import { useNavigation } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { stretchWords } from '#app/components/fit/fit-words.ts'
import { FormLengthUnit, LengthField } from '#app/components/fit/length-fields.tsx'
import { SWITCH_BUTTON } from '#app/components/fit/length-names.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { stretches } from '#db/enums.ts'
import { itemRanges } from '#domain/accounts/sizes/lengths.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import { PAID_DAYS, REQUEST_HOURS } from '#domain/care/cases/return-limits.ts'
import {
  choiceWords,
  type ItemFields as FieldValues,
  itemChoices,
} from '#domain/catalogue/items/fields/item-fields.ts'
import { sizes } from '#domain/catalogue/items/fields/item-words.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import { MAX_SKU } from '#domain/catalogue/items/listing/item-sku.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import { CardPreview } from './card-preview.tsx'
import { type ListerKind, wordsFor } from './item-form.ts'
import { ItemPhotos, type PhotosOfForm } from './item-photos.tsx'
import { LendingFields } from './lending-fields.tsx'
import { LISTING_NOT_SAVED } from './listing-sentences.ts'
import { PayoutRate } from './payout-rate.ts'
import { priceHint } from './price-hint.ts'
import { MAX_REPLACEMENT_DOLLARS, replacementDollars } from './replacement-value.ts'

export type ItemDraft = FieldValues & {
  readonly imageId: string | null
  readonly photoIds: readonly string[]
  readonly measurements: Measurements | null
  readonly lending: Lending
  readonly version: string
}

type ItemFieldsProps = {
  kind: ListerKind
  /** The saved item; null for a new one. */
  item: ItemDraft | null
  begun?: Partial<ItemDraft>
  answer: Problem | undefined
  submitText: string
  cancelTo: string
  /** Adds a second button, which continues with the next item. */
  hasAddAnother?: boolean
  /** A new photo, title or description sends the item to review. */
  isReviewed?: boolean
  children?: ReactNode
}

/** Adds or changes an item (spec 11.3). Sent as multipart, so that it needs no script. */
export function ItemFields(props: ItemFieldsProps) {
  const { kind, item, begun, answer, submitText, cancelTo, hasAddAnother, isReviewed, children } =
    props
  const rate = useContext(PayoutRate)
  const saving = useNavigation().formData
  const busy = saving?.get('intent') === 'save' && !saving.has(SWITCH_BUTTON)
  const form = useFirstInvalid(answer)
  const { styles, eventTypes, minPerWeek } = wordsFor[kind]
  const from: Partial<ItemDraft> = item ?? begun ?? {}
  const shown = fieldsOf(answer)
  // The edit started from this version, even if the page loads a newer one later.
  const [seen] = useState(answer?.values.seen ?? item?.version)
  const fields = {
    title: shown('title', from.title),
    description: shown('description', from.description),
    size: shown('size', from.size),
    price: shown('credits_per_week', from.creditsPerWeek?.toString()),
  }
  const imageId = answer?.values.image_id?.split(',').at(-1) || from.imageId
  const morePhotos = answer?.values.more_photos?.split(',').filter(Boolean) ?? from.photoIds ?? []
  const [photos, setPhotos] = useState<PhotosOfForm>({ first: imageId ?? null, more: morePhotos })
  const [typed, setTyped] = useState({
    title: fields.title.defaultValue,
    description: fields.description.defaultValue,
    size: fields.size.defaultValue,
    perWeek: fields.price.defaultValue,
  })
  // An item keeps words that only the other kind of lister can choose.
  const withOwn = (words: readonly string[], own: string | undefined) =>
    own && !words.includes(own) ? [...words, own] : words

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      ref={form}
      noValidate
      failed={kind === 'admin' ? LISTING_NOT_SAVED : undefined}
      once={item === null}
      onInput={({ currentTarget }) => {
        const now = new FormData(currentTarget)
        const text = (name: string) => String(now.get(name) ?? '')
        setTyped({
          title: text('title'),
          description: text('description'),
          size: text('size'),
          perWeek: text('credits_per_week'),
        })
      }}
      className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[min(12rem,30%)_minmax(0,1fr)] lg:grid-cols-[min(14rem,22vw)_minmax(0,1fr)_min(13rem,20vw)]"
    >
      <input type="hidden" name="intent" value="save" />
      {seen && <SeenVersion version={seen} />}
      <ItemPhotos
        photos={photos}
        errors={{ first: answer?.fields.image_id, more: answer?.fields.more_photos }}
        onChange={setPhotos}
      />
      <div className="grid content-start gap-6">
        {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
        <Field label="Title" required maxLength={120} {...fields.title} />
        {kind === 'closet' && (
          <Field
            label="SKU"
            optional
            maxLength={MAX_SKU}
            hint="Your own code for the item, such as A-104. Shoppers do not see it."
            {...shown('sku', from.sku ?? undefined)}
          />
        )}
        <TextArea
          label="Description"
          optional
          hint="Fabric, fit, what to wear it with."
          {...fields.description}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] items-start gap-5 sm:gap-3 lg:gap-5">
          <SelectField
            label="Size"
            placeholder="Choose"
            options={sizes}
            required
            {...fields.size}
          />
          <SelectField
            label="Style"
            placeholder="Choose"
            options={withOwn(styles, item?.style)}
            required
            {...shown('style', from.style)}
          />
          <SelectField
            label="Event type"
            placeholder="Choose"
            options={withOwn(eventTypes, item?.eventType)}
            required
            className="max-sm:col-span-full"
            {...shown('event_type', from.eventType)}
          />
        </div>
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] lg:gap-5">
          {itemChoices.map(({ field, label, values }) => (
            <SelectField
              key={field}
              label={label}
              optional
              placeholder="Choose"
              options={values.map((value) => ({ value, label: choiceWords(field, value) }))}
              className="max-sm:last:odd:col-span-full"
              {...shown(field, from[field] ?? undefined)}
            />
          ))}
        </div>
        <Field
          label="Credits per week"
          type="number"
          inputMode="numeric"
          min={minPerWeek}
          max={MAX_CREDITS_PER_WEEK}
          step={1}
          required
          hint={<span aria-live="polite">{priceHint(typed.perWeek, rate)}</span>}
          {...fields.price}
        />
        <Field
          label="Replacement value"
          optional
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_REPLACEMENT_DOLLARS}
          step={1}
          hint="In dollars; shoppers do not see it. A high-value item is only rented to shoppers who have completed rentals before."
          {...shown('replacement_value', replacementDollars(from.replacementValueCents))}
        />
        <MeasurementFields measurements={from.measurements} answer={answer} />
        <LendingFields lending={from.lending} answer={answer} />
        <FitReturnsField saved={from.fitReturns ?? false} answer={answer} />
        {children}
        {isReviewed && item && <ReviewNotice item={item} typed={typed} photos={photos} />}
        <p className="flex flex-wrap items-center gap-3">
          <Button
            name="next"
            value="list"
            busy={busy && saving?.get('next') !== 'another'}
            busyText="Saving..."
          >
            {submitText}
          </Button>
          {hasAddAnother && (
            <Button
              name="next"
              value="another"
              kind="secondary"
              busy={busy && saving?.get('next') === 'another'}
              busyText="Saving..."
            >
              Save and add another
            </Button>
          )}
          <LinkButton to={cancelTo} kind="quiet" className="sm:px-3">
            Cancel
          </LinkButton>
        </p>
        {answer?.editConflict && (
          <EditConflictNotice editConflict={answer.editConflict} showTheirs="" />
        )}
      </div>
      <CardPreview
        title={typed.title}
        size={typed.size}
        perWeek={typed.perWeek}
        imageUrl={photos.first && imageAddress(photos.first)}
      />
    </Form>
  )
}

type Typed = { readonly title: string; readonly description: string }

function ReviewNotice({
  item,
  typed,
  photos,
}: {
  item: ItemDraft
  typed: Typed
  photos: PhotosOfForm
}) {
  const isNew = (id: string) => id !== item.imageId && !item.photoIds.includes(id)
  const changed = [
    [...(photos.first ? [photos.first] : []), ...photos.more].some(isNew) && 'photo',
    severalLines(typed.title) !== item.title && 'title',
    severalLines(typed.description) !== severalLines(item.description) && 'description',
  ].filter((name) => name !== false)
  if (changed.length === 0)
    return (
      <p className="text-sm text-soft">
        If you change the photo, title or description, the item is reviewed again before it
        reappears in the shop. Other changes take effect immediately.
      </p>
    )
  return (
    <Notice>
      You changed the {new Intl.ListFormat('en-US').format(changed)}. After you save, the item will
      be reviewed again and hidden from the shop until it is approved.
    </Notice>
  )
}

function FitReturnsField({ saved, answer }: { saved: boolean; answer: Problem | undefined }) {
  const isTicked = answer ? answer.values.fit_returns === 'yes' : saved
  return (
    <div>
      <input type="hidden" name="fit_returns_shown" value="yes" />
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="fit_returns"
          value="yes"
          defaultChecked={isTicked}
          aria-describedby="fit-returns-hint"
          className="size-5 shrink-0"
        />
        Can be sent back if it does not fit
      </label>
      <p id="fit-returns-hint" className="text-sm text-soft">
        Renters can request this within {counted(REQUEST_HOURS, 'hour')} of delivery. They pay for{' '}
        {inWords(PAID_DAYS, 'day')} only, and you earn for those {inWords(PAID_DAYS, 'day')}.
      </p>
    </div>
  )
}

type MeasurementFieldsProps = {
  measurements: Measurements | null | undefined
  answer: Problem | undefined
}

function MeasurementFields({ measurements, answer }: MeasurementFieldsProps) {
  const length = (name: keyof typeof itemRanges) => ({ name, range: itemRanges[name], answer })
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">
        Measurements <span className="font-normal text-soft">(optional)</span>
      </legend>
      <p className="text-sm text-soft">
        Around the item as it is worn, and from shoulder or waistband to hem. Shoppers find measured
        items by “Should fit me”.
      </p>
      <FormLengthUnit answer={answer} inInches="In inches, such as 34.5." />
      <div className="mt-2 grid grid-cols-2 items-start gap-3 sm:grid-cols-4 lg:gap-5">
        <LengthField label="Bust" cm={measurements?.bustCm} {...length('bust')} />
        <LengthField label="Waist" cm={measurements?.waistCm} {...length('waist')} />
        <LengthField label="Hips" cm={measurements?.hipsCm} {...length('hips')} />
        <LengthField label="Length" cm={measurements?.lengthCm} {...length('length')} />
        <SelectField
          label="Stretch"
          placeholder="Choose"
          options={stretches.map((value) => ({ value, label: stretchWords[value] }))}
          className="col-span-2"
          {...fieldsOf(answer)('stretch', measurements?.stretch)}
        />
      </div>
    </fieldset>
  )
}
