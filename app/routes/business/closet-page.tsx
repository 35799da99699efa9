import { useState } from 'react'
import { href, useNavigation } from 'react-router'
import * as z from 'zod'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { CheckBox } from '#app/components/editor/check-box.tsx'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { PhotoField } from '#app/components/images/photo-field.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { emptyIsNull, line, lines, NAME_RESERVED } from '#app/forms/text-fields.ts'
import { type Context, ownerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { ImageId } from '#db/ids.ts'
import {
  type ClosetPage,
  editClosetPage,
  readClosetPage,
} from '#domain/accounts/closets/closet-page.ts'
import { MAX_CLOSET_TEXT, MAX_SHOP_NAME } from '#domain/accounts/closets/closet-page-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import type { Route } from './+types/closet-page.ts'

export const meta: Route.MetaFunction = () => pageMeta('Public page')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db, owner } = ownerIn(context)
  return { page: await readClosetPage(db, owner), id: owner.id }
}

const pageForm = z.object({
  shop_name: line({ maxLength: MAX_SHOP_NAME }).transform(emptyIsNull),
  about: lines({ maxLength: MAX_CLOSET_TEXT }).transform(emptyIsNull),
  // Without a script, the saved photo comes before the new one.
  photo_id: z
    .string()
    .default('')
    .transform((ids) => parseId<ImageId>(ids.split(',').at(-1) ?? '')),
  remove_photo: z.string().optional(),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, owner } = ownerIn(context)
  const posted = await readFormWithPhotos(context, request, owner, { photo_id: 'closet' }, 1)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  const read = checkForm(pageForm, form)
  if (!read.ok)
    return answerProblem({ ...read.problem, fields: { ...read.problem.fields, ...problems } })
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const { shop_name: shopName, about, photo_id: photo, remove_photo: removes } = read.value
  const page = { shopName, about, imageId: removes ? null : photo }
  const saved = await editClosetPage(db, owner, { ...page, seen: seenIn(form) }, clock())
  if (saved.ok)
    return redirectWithSuccess(
      href('/closets/:id', { id: owner.id }),
      'Saved. This is how everyone sees your closet.',
    )
  switch (saved.problem.reason) {
    case 'edit-conflict':
      return answerConflict(context, form, page)
    case 'name-reserved':
      return answerProblem(problem('', { fields: { shop_name: NAME_RESERVED }, form }))
    case 'photo-unknown':
      form.delete('photo_id')
      return answerProblem(
        problem('', { fields: { photo_id: 'Please add your photo again.' }, form }),
      )
  }
}

/** Saved in another window: shows both, so that nothing is lost. */
async function answerConflict(context: Context, form: FormData, page: ClosetPage) {
  const { db, owner } = ownerIn(context)
  const theirs = await readClosetPage(db, owner)
  // Admins can only empty it.
  const isFilled = theirs.shopName ?? theirs.about ?? theirs.imageId
  const by = isFilled ? { fullName: owner.fullName, isViewer: true } : null
  const photo = theirs.imageId === page.imageId ? '' : 'another photo'
  const conflict = editConflict(theirs.version, [
    ['Shop name', theirs.shopName, page.shopName],
    ['About your closet', theirs.about, page.about],
    ['Photo', photo, photo && 'your photo'],
  ])
  return answerProblem(
    problem(changedSentence('this page', by), { form, editConflict: conflict }),
    409,
  )
}

export default function EditClosetPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, id } = loaderData
  const shown = fieldsOf(actionData)
  const busy = useNavigation().formData?.has('about') ?? false
  // The edit started from this version, even if the page loads a newer one later.
  const [seen] = useState(actionData?.values.seen ?? page.version)
  const photoId = actionData?.values.photo_id?.split(',').at(-1) || page.imageId
  const publicTo = href('/closets/:id', { id })
  return (
    <ClosetFrame
      title="Public page"
      line="Everyone sees it, with your items. Your items still show your own name."
      actions={
        <LinkButton to={publicTo} kind="secondary">
          View public page
        </LinkButton>
      }
    >
      <Form
        method="post"
        encType="multipart/form-data"
        answer={actionData}
        failed="Your page could not be saved"
        noValidate
        className="mt-8 grid items-start gap-x-12 gap-y-7 md:grid-cols-[min(14rem,30%)_minmax(0,36rem)]"
      >
        <div className="grid gap-4">
          <SeenVersion version={seen} />
          <PhotoField
            label="Photo or logo"
            optional
            hint={`JPEG, PNG or WebP, up to ${MAX_FILE_SIZE}. Shown as a square.`}
            name="photo_id"
            use="closet"
            photo={photoId ? { id: photoId, url: imageAddress(photoId) } : null}
            error={actionData?.fields.photo_id}
          />
          {page.imageId && (
            <CheckBox
              label="Remove the photo"
              name="remove_photo"
              defaultChecked={actionData?.values.remove_photo !== undefined}
            />
          )}
        </div>
        <div className="grid content-start gap-6">
          <Field
            label="Shop name"
            optional
            hint="Your own name stays below it."
            autoComplete="organization"
            maxLength={MAX_SHOP_NAME}
            {...shown('shop_name', page.shopName)}
          />
          <TextArea
            label="About your closet"
            optional
            rows={6}
            hint={`What you lend, how you care for it, what renters should know. Up to ${MAX_CLOSET_TEXT.toLocaleString('en-US')} characters.`}
            {...shown('about', page.about)}
          />
          <p className="flex flex-wrap gap-3">
            <Button busy={busy} busyText="Saving...">
              Save page
            </Button>
            <LinkButton to={href('/business')} kind="secondary">
              Cancel
            </LinkButton>
          </p>
          {actionData?.editConflict && (
            <EditConflictNotice editConflict={actionData.editConflict} showTheirs="" />
          )}
        </div>
      </Form>
    </ClosetFrame>
  )
}
