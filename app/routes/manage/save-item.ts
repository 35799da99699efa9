import { lengthsIn, takeMeantLengths, unitIn } from '#app/components/fit/length-form.ts'
import { measurementsInWords } from '#app/components/fit/measurements-in-words.ts'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { fitReturnsIn, fitReturnsInWords } from '#app/components/manage/fit-returns-form.ts'
import { itemForm, type ListerKind, type OwnWords } from '#app/components/manage/item-form.ts'
import { lendingIn, lendingInWords } from '#app/components/manage/lending-form.ts'
import { measurementsIn } from '#app/components/manage/measurement-form.ts'
import { arranged } from '#app/components/manage/photo-order.ts'
import { replacementInWords } from '#app/components/manage/replacement-value.ts'
import { changedSentence, editConflict } from '#app/forms/edit-conflict.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { answerSwitchedUnit } from '#app/request/choices/length-unit.ts'
import type { Context } from '#app/request/contexts.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import type { ImageId } from '#db/ids.ts'
import { itemRanges } from '#domain/accounts/sizes/lengths.ts'
import {
  choicesIn,
  choiceWords,
  type ItemField,
  type ItemFields,
  itemFields,
  savedFields,
} from '#domain/catalogue/items/fields/item-fields.ts'
import type { ListingParts } from '#domain/catalogue/items/fields/item-photos.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import { MAX_MORE_PHOTOS } from '#domain/catalogue/items/fields/photo-limits.ts'
import {
  MAX_CLOSET_DRAFTS,
  MAX_CLOSET_ITEMS,
} from '#domain/catalogue/items/listing/closet-limits.ts'
import type { ItemDetails, ListingProblem } from '#domain/catalogue/items/listing/listing.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { LastEditor } from '#domain/shared/audit.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { counted } from '#domain/shared/figures.ts'
import { asId } from '#domain/shared/ids.ts'

export async function readItemPost(context: Context, request: Request, person: Person) {
  const uses = { image_id: 'item', more_photos: 'item' } as const
  return await readFormWithPhotos(context, request, person, uses, 1 + MAX_MORE_PHOTOS)
}

/**
 * Some buttons only show the form again, with its input: those that order the photos, without a
 * script, and the one for the other unit of lengths. Null when none of these was pressed.
 */
export function answerShownAgain(context: Context, posted: Posted) {
  return answerArranged(posted) ?? answerSwitchedUnit(context, posted, itemRanges)
}

function answerArranged({ form, problems }: Posted) {
  const pressed = form.get('arrange')
  if (typeof pressed !== 'string') return null
  const ids = (name: string) =>
    String(form.get(name) ?? '')
      .split(',')
      .filter(Boolean)
  const photos = [ids('image_id').at(-1) ?? '', ...ids('more_photos')]
  const [first = '', ...more] = arranged(photos, pressed)
  form.set('image_id', first)
  form.set('more_photos', more.join())
  form.delete('arrange')
  return answerProblem(problem('', { fields: problems, form }), 200)
}

export const tooLarge = () => answerProblem(problem(imageSentences['too-large']), 413)

type Posted = NonNullable<Awaited<ReturnType<typeof readItemPost>>>

export function readItemDetails(
  { form, problems }: Posted,
  kind: ListerKind,
  own: OwnWords | null = null,
) {
  takeMeantLengths(form, itemRanges)
  const read = checkForm(itemForm(kind, own, lengthsIn(form)), form)
  if (!read.ok)
    return {
      ok: false as const,
      answer: answerProblem({ ...read.problem, fields: { ...read.problem.fields, ...problems } }),
    }
  if (Object.keys(problems).length > 0)
    return { ok: false as const, answer: answerProblem(problem('', { fields: problems, form })) }
  const { value } = read
  const details: ItemDetails = {
    title: value.title,
    // Admins manage their listings together, and have no SKUs.
    ...(kind === 'closet' && value.sku !== undefined && { sku: value.sku }),
    description: value.description,
    size: value.size,
    style: value.style,
    eventType: value.event_type,
    creditsPerWeek: value.credits_per_week,
    imageId: asId<ImageId>(value.image_id),
    photoIds: value.more_photos?.map((id) => asId<ImageId>(id)),
    measurements: measurementsIn(value),
    lending: lendingIn(value),
    fitReturns: fitReturnsIn(value),
    ...(value.replacement_value !== undefined && {
      replacementValueCents: value.replacement_value,
    }),
    ...choicesIn(value),
  }
  return { ok: true as const, details }
}

/** A photo that cannot be used is asked for again; all other input is kept. */
export function answerListingProblem({ reason }: ListingProblem, form: FormData) {
  if (reason === 'photo-unknown' || reason === 'too-many-photos') {
    const fields = { more_photos: PHOTO_SENTENCES[reason] }
    return answerProblem(problem('', { fields, form }))
  }
  if (reason === 'sku-taken') {
    const fields = { sku: 'Another item of your closet has this SKU.' }
    return answerProblem(problem('', { fields, form }))
  }
  if (reason !== 'image-unknown') return answerProblem(problem(LISTING_SENTENCES[reason], { form }))
  form.delete('image_id')
  const fields = { image_id: 'Please upload and crop an image for your clothing item.' }
  return answerProblem(problem('', { fields, form }))
}

const PHOTO_SENTENCES = {
  'photo-unknown': 'One of these photos is no longer available. Please remove it and add it again.',
  'too-many-photos': `Please keep it to ${MAX_MORE_PHOTOS} more photos.`,
}

const LISTING_SENTENCES = {
  'item-not-found': 'This item was not found.',
  'edit-conflict': changedSentence('this item', null),
  'not-a-closet': 'Your account is no longer a closet.',
  closed: 'Only admins can post items at the moment.',
  'too-many-items': `A closet can have ${showNumber(MAX_CLOSET_ITEMS)} items. Please delete some first.`,
  'too-many-drafts': `${showNumber(MAX_CLOSET_DRAFTS)} of your items have no photo. Please add photos or delete some first.`,
}

type SavedItem = ItemFields &
  ListingParts & {
    readonly lending?: Lending
    readonly imageId: string | null
    readonly version: string
  }

function inWords(field: ItemField, fields: ItemFields): string {
  if (field === 'replacementValueCents') return replacementInWords(fields[field])
  if (field === 'fitReturns') return fitReturnsInWords(fields[field])
  return choiceWords(field, String(fields[field] ?? ''))
}

/** Shows the version that somebody else has saved beside the input. */
export function answerChangedItem(
  theirs: SavedItem,
  mine: ItemDetails,
  form: FormData,
  by: LastEditor | null,
) {
  const saved = savedFields(theirs, mine)
  const photo = theirs.imageId === mine.imageId ? '' : 'another photo'
  const { photoIds = theirs.photoIds, measurements = theirs.measurements } = mine
  const more =
    theirs.photoIds.join() === photoIds.join() ? '' : counted(theirs.photoIds.length, 'photo')
  const lending = {
    theirs: lendingInWords(theirs.lending),
    mine: lendingInWords(mine.lending ?? theirs.lending),
  }
  const fields = editConflict(theirs.version, [
    ...itemFields.map(
      ({ field, label }) => [label, inWords(field, theirs), inWords(field, saved)] as const,
    ),
    ['Lending', lending.theirs.kind, lending.mine.kind],
    ['Days between rentals', lending.theirs.days, lending.mine.days],
    ['Photo', photo, photo && 'your photo'],
    ['More photos', more, more && `your ${counted(photoIds.length, 'photo')}`],
    [
      'Measurements',
      measurementsInWords(theirs.measurements, unitIn(form)),
      measurementsInWords(measurements, unitIn(form)),
    ],
  ])
  const conflict = problem(changedSentence('this item', by), { form, editConflict: fields })
  return answerProblem(conflict, 409)
}
