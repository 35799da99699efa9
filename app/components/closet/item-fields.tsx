import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { PhotoField } from '#app/components/images/photo-field.tsx'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { Problem } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { sizes } from '#domain/items/item-words.ts'
import { creditsPerDayFromWeek, creditsPerWeek } from '#domain/shared/credits.ts'
import { type ListerKind, MOST_CREDITS_PER_WEEK, wordsFor } from './item-form.ts'

export type ItemDraft = {
  readonly title: string
  readonly description: string
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerWeek: number
  readonly imageId: string | null
}

type ItemFieldsProps = {
  kind: ListerKind
  /** What is saved; null for a new item. */
  item: ItemDraft | null
  answer: Problem | undefined
  submitText: string
  /** Between the fields and the button: a brand to choose, a word of warning. */
  children?: ReactNode
}

/** Adds or changes an item (business §2, §5). Sent as multipart, so that it needs no script. */
export function ItemFields({ kind, item, answer, submitText, children }: ItemFieldsProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  const form = useFirstInvalid(answer)
  const { styles, eventTypes, leastPerWeek } = wordsFor[kind]
  const shown = (name: string, saved: string | undefined) => ({
    name,
    defaultValue: answer?.values[name] ?? saved ?? '',
    error: answer?.fields[name],
  })
  const imageId = answer?.values.image_id?.split(',').at(-1) || item?.imageId
  const price = shown('credits_per_week', item ? String(item.creditsPerWeek) : undefined)
  const [perWeek, setPerWeek] = useState(price.defaultValue)
  // Words of the other kind of lister stay with an item that has them.
  const withOwn = (words: readonly string[], own: string | undefined) =>
    own && !words.includes(own) ? [...words, own] : words

  return (
    <Form
      method="post"
      encType="multipart/form-data"
      ref={form}
      noValidate
      className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[14rem_minmax(0,34rem)]"
    >
      <input type="hidden" name="intent" value="save" />
      <PhotoField
        label="Photo"
        hint="JPEG, PNG or WebP, up to 5 MB, cut to a tall portrait."
        name="image_id"
        use="item"
        photo={imageId ? { id: imageId, url: `/images/${imageId}` } : null}
        error={answer?.fields.image_id}
      />
      <div className="grid content-start gap-6">
        {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
        <Field label="Title" required maxLength={120} {...shown('title', item?.title)} />
        <TextArea
          label="Description"
          optional
          hint="Fabric, fit, what to wear it with."
          {...shown('description', item?.description)}
        />
        <div className="grid grid-cols-2 items-start gap-5 sm:grid-cols-[3fr_4fr_5fr]">
          <SelectField
            label="Size"
            placeholder="Choose"
            options={sizes}
            required
            {...shown('size', item?.size)}
          />
          <SelectField
            label="Style"
            placeholder="Choose"
            options={withOwn(styles, item?.style)}
            required
            {...shown('style', item?.style)}
          />
          <SelectField
            label="Event type"
            placeholder="Choose"
            options={withOwn(eventTypes, item?.eventType)}
            required
            className="col-span-2 sm:col-span-1"
            {...shown('event_type', item?.eventType)}
          />
        </div>
        <Field
          label="Credits per week"
          type="number"
          inputMode="numeric"
          min={leastPerWeek}
          max={MOST_CREDITS_PER_WEEK}
          step={1}
          required
          hint={<PriceNote typed={perWeek} />}
          {...price}
          onChange={(event) => setPerWeek(event.target.value)}
        />
        {children}
        <p>
          <Button busy={busy} busyText="Saving...">
            {submitText}
          </Button>
        </p>
      </div>
    </Form>
  )
}

/** What a price becomes: it is kept by the day and rounded up (business §9). */
function PriceNote({ typed }: { typed: string }) {
  const perWeek = /^\d{1,4}$/.test(typed) ? Number(typed) : null
  if (perWeek === null)
    return 'Kept as whole credits a day, rounded up: 10 a week becomes 2 a day and is shown as 14.'
  const perDay = creditsPerDayFromWeek(perWeek)
  return (
    <span aria-live="polite">
      Kept as {perDay} a day and shown as {creditsPerWeek(perDay)} credits per week.
    </span>
  )
}
