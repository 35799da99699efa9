import { imageSentences } from '#app/components/images/image-sentences.ts'
import { supportProblem } from '#app/components/support/support-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import type { Context } from '#app/request/contexts.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import { idsIn } from '#app/routes/manage/report-answer.ts'
import type { FreshId } from '#db/ids.ts'
import type { Written } from '#domain/care/support/support.ts'
import { MAX_SUPPORT_PHOTOS } from '#domain/care/support/support-limits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'

type Answer = ReturnType<typeof answerProblem>

/** What a person wrote with its photos, or the answer to a form that cannot be read. */
export async function readWritten(
  context: Context,
  request: Request,
  person: Person,
): Promise<
  | { readonly ok: true; readonly form: FormData; readonly written: Written }
  | { readonly ok: false; readonly answer: Answer }
> {
  const uses = { photos: 'support' } as const
  const posted = await readFormWithPhotos(context, request, person, uses, MAX_SUPPORT_PHOTOS)
  if (!posted)
    return { ok: false, answer: answerProblem(problem(imageSentences['too-large']), 413) }
  const { form, problems } = posted
  const imageIds = idsIn(form, 'photos')
  form.set('photos', imageIds.join(','))
  if (Object.keys(problems).length > 0)
    return { ok: false, answer: answerProblem(problem('', { fields: problems, form })) }
  const words = String(form.get('words') ?? '')
  const requestKey = requestKeyIn(form) ?? parseId<FreshId>(form.get('form_key')) ?? newId()
  return { ok: true, form, written: { requestKey, words, imageIds } }
}

/** Answers a refusal; the form keeps what was typed. */
export function answerSupportProblem(
  reason: Parameters<typeof supportProblem>[0],
  form: FormData,
): Answer {
  const { problem: sentence = '', fields = {} } = supportProblem(reason)
  return answerProblem(problem(sentence, { fields: { ...fields }, form }))
}
