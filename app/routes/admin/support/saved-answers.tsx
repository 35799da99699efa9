import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { RowLink } from '#app/components/admin/row-actions.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { tooLong } from '#app/forms/answered.ts'
import { answerProblem, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { SavedAnswerId } from '#db/ids.ts'
import {
  deleteAnswer,
  type SaveAnswerProblem,
  type SavedAnswer,
  saveAnswer,
  savedAnswers,
} from '#domain/care/support/saved-answers.ts'
import {
  MAX_SAVED_ANSWERS,
  MAX_SAVED_TITLE_CHARACTERS,
  MAX_SUPPORT_CHARACTERS,
} from '#domain/care/support/support-limits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/saved-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Saved answers')

const base = href('/admin/support/answers')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const answers = await loadList(context, request, () => savedAnswers(db, admin))
  const query = new URL(request.url).searchParams
  const named = (name: string) => {
    const id = parseId<SavedAnswerId>(query.get(name))
    return answers?.find((answer) => answer.id === id) ?? null
  }
  return { answers, editing: named('edit'), deleting: named('delete') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const form = await readForm(request)
  const id = parseId<SavedAnswerId>(form.get('answer'))
  if (form.get('intent') === 'delete') {
    const answer = (await savedAnswers(db, admin)).find((one) => one.id === id)
    if (id) await deleteAnswer(db, admin, id, clock())
    const name = answer ? `“${answer.title}”` : 'The saved answer'
    return redirectWithSuccess(base, isolated(`${name} is deleted.`))
  }
  const title = String(form.get('title') ?? '')
  const input = {
    id,
    title,
    body: String(form.get('body') ?? ''),
    seenAt: id && new Date(Number(form.get('seen'))),
  }
  const saved = await saveAnswer(db, admin, input, clock())
  if (saved.ok) return redirectWithSuccess(base, isolated(`“${title.trim()}” is saved.`))
  const { reason } = saved.problem
  const refusal = problem('', { form })
  const answer = { ...refusal, ...SENTENCES[reason] }
  // With status 200, so that the page is loaded again and shows what the other admin saved.
  return reason === 'changed' ? answer : answerProblem(answer)
}

const SENTENCES: Readonly<Record<SaveAnswerProblem['reason'], Partial<Problem>>> = {
  'title-missing': { fields: { title: 'Please enter a title.' } },
  'title-too-long': { fields: { title: tooLong(MAX_SAVED_TITLE_CHARACTERS) } },
  'title-taken': { fields: { title: 'Another saved answer has this title.' } },
  'words-missing': { fields: { body: 'Please write an answer.' } },
  'words-too-long': { fields: { body: tooLong(MAX_SUPPORT_CHARACTERS) } },
  'too-many-saved': {
    problem: `There are ${MAX_SAVED_ANSWERS} saved answers, which is the limit. Please delete one first.`,
  },
  'answer-not-found': { problem: 'Another admin has deleted this saved answer.' },
  changed: {
    problem:
      'Another admin has changed this saved answer. It is listed below; saving again replaces it with yours.',
  },
}

/** The answers that admins can insert, and the form of one. */
export default function SavedAnswers({ loaderData, actionData }: Route.ComponentProps) {
  const { answers, editing, deleting } = loaderData
  return (
    <AdminFrame
      title="Saved answers"
      line="Every admin can insert them in an answer to a request."
      actions={
        <LinkButton to={href('/admin/support')} kind="secondary">
          Support requests
        </LinkButton>
      }
    >
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-start">
        <EditAnswer
          key={`${editing?.id} ${answers?.length}`}
          editing={editing}
          answer={actionData}
        />
        {answers === null ? (
          <NotLoaded label="The saved answers" to={base} />
        ) : answers.length === 0 ? (
          <EmptyState title="No saved answers yet" />
        ) : (
          <ul className="border-t border-line">
            {answers.map(({ id, title, body }) => (
              <li key={id} className="border-b border-line py-4">
                <h2 className="text-lg leading-snug wrap-anywhere">{title}</h2>
                <p className="mt-1 text-[0.9375rem] whitespace-pre-line wrap-anywhere text-soft">
                  {body}
                </p>
                <p className="mt-1 flex gap-5">
                  <RowLink to={`${base}?edit=${id}`} name={title}>
                    Change
                  </RowLink>
                  <RowLink to={`${base}?delete=${id}`} name={title}>
                    Delete
                  </RowLink>
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      {deleting && (
        <ConfirmDialog
          key={deleting.id}
          question="Delete this saved answer?"
          open={deleting}
          closeTo={base}
          fields={{ intent: 'delete', answer: deleting.id }}
          confirmText="Delete"
          danger
          failed="The saved answer could not be deleted"
        >
          <p className="wrap-anywhere text-soft">{deleting.title}</p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}

function EditAnswer({
  editing,
  answer,
}: {
  editing: SavedAnswer | null
  answer: Problem | undefined
}) {
  const field = fieldsOf(answer)
  return (
    <section aria-labelledby="edit">
      <h2 id="edit" className="text-[1.625rem]">
        {editing ? 'Change a saved answer' : 'Add a saved answer'}
      </h2>
      <Form
        method="post"
        noValidate
        failed="The saved answer could not be saved"
        answer={answer}
        className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6"
      >
        {editing && <input type="hidden" name="answer" value={editing.id} />}
        {editing && <input type="hidden" name="seen" value={editing.updatedAt.getTime()} />}
        <Field
          label="Title"
          required
          maxLength={MAX_SAVED_TITLE_CHARACTERS}
          hint="For admins only."
          {...field('title', editing?.title)}
        />
        <TextArea
          label="Answer"
          required
          rows={8}
          maxLength={MAX_SUPPORT_CHARACTERS}
          {...field('body', editing?.body)}
        />
        <p className="flex flex-wrap gap-3">
          <Button busyText="Saving...">Save</Button>
          {editing && (
            <LinkButton to={base} kind="secondary">
              Cancel
            </LinkButton>
          )}
        </p>
      </Form>
    </section>
  )
}
