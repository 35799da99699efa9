import { itemForm, type ListerKind, type OwnWords } from '#app/components/workspace/item-form.ts'
import { lendingIn, lendingInWords } from '#app/components/workspace/lending-form.ts'
import { replacementInWords } from '#app/components/workspace/replacement-value.ts'
import { changedSentence, editConflict } from '#app/http/edit-conflict.ts'
import { readFormWithPhotos } from '#app/http/form-with-photos.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { imageSentences } from '#app/http/image-sentences.ts'
import type { ImageId } from '#db/ids.ts'
import type { ItemDetails, ListingProblem } from '#domain/items/listing.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { LastEditor } from '#domain/shared/audit.ts'
import { asId } from '#domain/shared/ids.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** Reads a posted form that may carry an item's photo; the ids of one field are joined. */
export async function readItemPost(context: Context, request: Request, person: Person) {
  const posted = await readFormWithPhotos(context, request, person, { image_id: 'item' }, 1)
  if (!posted) return null
  const { form, problems } = posted
  if (form.has('image_id')) form.set('image_id', form.getAll('image_id').join(','))
  return { form, problems }
}

export const tooLarge = () => answerProblem(problem(imageSentences['too-large']), 413)

type Posted = NonNullable<Awaited<ReturnType<typeof readItemPost>>>

/** What the form says about the item, or the answer that asks for a correction. */
export function readItemDetails(
  { form, problems }: Posted,
  kind: ListerKind,
  own: OwnWords | null = null,
) {
  const read = checkForm(itemForm(kind, own), form)
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
    description: value.description,
    size: value.size,
    style: value.style,
    eventType: value.event_type,
    creditsPerWeek: value.credits_per_week,
    imageId: asId<ImageId>(value.image_id),
    lending: lendingIn(value),
    ...(value.replacement_value !== undefined && {
      replacementValueCents: value.replacement_value,
    }),
    ...(value.category !== undefined && { category: value.category || null }),
    ...(value.colour !== undefined && { colour: value.colour || null }),
  }
  return { ok: true as const, details }
}

/** A picture that cannot be used is asked for again; the rest stays as typed. */
export function answerListingProblem({ reason }: ListingProblem, form: FormData) {
  if (reason !== 'image-unknown') return answerProblem(problem(LISTING_SENTENCES[reason], { form }))
  form.delete('image_id')
  const fields = { image_id: 'Please upload and crop an image for your clothing item.' }
  return answerProblem(problem('', { fields, form }))
}

const LISTING_SENTENCES = {
  'item-not-found': 'This item was not found.',
  'edit-conflict': changedSentence('this item', null),
  closed: 'Only admins can post items at the moment.',
}

type SavedItem = Omit<ItemDetails, 'imageId'> & {
  readonly imageId: string | null
  readonly version: string
}

/** Shows what somebody else has saved beside what was typed. */
export function answerChangedItem(
  theirs: SavedItem,
  mine: ItemDetails,
  form: FormData,
  by: LastEditor | null,
) {
  const photo = theirs.imageId === mine.imageId ? '' : 'another photo'
  const lending = {
    theirs: lendingInWords(theirs.lending),
    mine: lendingInWords(mine.lending ?? theirs.lending),
  }
  const perWeek = ({ creditsPerWeek }: { readonly creditsPerWeek: number }) =>
    String(creditsPerWeek)
  const fields = editConflict(theirs.version, [
    ['Title', theirs.title, mine.title],
    ['Description', theirs.description, mine.description],
    ['Size', theirs.size, mine.size],
    ['Style', theirs.style, mine.style],
    ['Event type', theirs.eventType, mine.eventType],
    ['Credits per week', perWeek(theirs), perWeek(mine)],
    [
      'Category',
      theirs.category ?? '',
      (mine.category === undefined ? theirs.category : mine.category) ?? '',
    ],
    ['Color', theirs.colour ?? '', (mine.colour === undefined ? theirs.colour : mine.colour) ?? ''],
    [
      'Replacement value',
      replacementInWords(theirs.replacementValueCents),
      replacementInWords(
        mine.replacementValueCents === undefined
          ? theirs.replacementValueCents
          : mine.replacementValueCents,
      ),
    ],
    ['Lending', lending.theirs.kind, lending.mine.kind],
    ['Days between rentals', lending.theirs.days, lending.mine.days],
    ['Photo', photo, photo && 'your photo'],
  ])
  const conflict = problem(changedSentence('this item', by), { form, editConflict: fields })
  return answerProblem(conflict, 409)
}
