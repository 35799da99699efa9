import { data, href } from 'react-router'
import { BRAND_NOT_SAVED } from '#app/components/admin/admin-sentences.ts'
import { brandForm, MISSING_LOGO } from '#app/components/admin/brand-form.ts'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { BrandId, ImageId } from '#db/ids.ts'
import { findBrand } from '#domain/catalogue/brands/brand-list.ts'
import { addBrand, editBrand } from '#domain/catalogue/brands/edit-brands.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { asId } from '#domain/shared/ids.ts'

export async function saveBrand(context: Context, request: Request, brandId: BrandId | null) {
  const { db, clock, admin } = adminIn(context)
  const posted = await readFormWithPhotos(context, request, admin, { logo_id: 'logo' }, 1)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  const read = checkForm(brandForm, form)
  if (!read.ok)
    return answerProblem({ ...read.problem, fields: { ...read.problem.fields, ...problems } })
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const { name, description, deal_details: dealDetails, logo_id: ownLogo } = read.value
  const details = { name, description, dealDetails, logoImageId: asId<ImageId>(ownLogo) }
  const saved = await attempt(context, request, async () =>
    brandId === null
      ? await addBrand(db, admin, details, clock())
      : await editBrand(db, admin, { brandId, ...details, seen: seenIn(form) }, clock()),
  )
  if (saved.ok) return redirectWithSuccess(href('/admin/brands'), `${name} has been saved.`)
  const { reason } = saved.problem
  if (reason === 'unexpected') return answerProblem(problem(BRAND_NOT_SAVED, { form }), 500)
  if (reason === 'edit-conflict' && brandId !== null) {
    const theirs = orNotFound(await findBrand(db, admin, brandId))
    const by = await lastEditor(db, admin, { noun: 'brand', nounId: brandId })
    const logo = theirs.logoImageId === ownLogo ? '' : 'another logo'
    const changes = editConflict(theirs.version, [
      ['Name', theirs.name, name],
      ['Deal', theirs.dealDetails, dealDetails],
      ['Description', theirs.description, description],
      ['Logo', logo, logo && 'your logo'],
    ])
    const conflict = problem(changedSentence('this brand', by), { form, editConflict: changes })
    return answerProblem(conflict, 409)
  }
  if (reason === 'brand-not-found') throw data(null, { status: 404 })
  if (reason === 'name-taken') {
    const fields = { name: 'A brand with this name is already listed.' }
    return answerProblem(problem('', { fields, form }))
  }
  form.delete('logo_id')
  return answerProblem(problem('', { fields: { logo_id: MISSING_LOGO }, form }))
}
