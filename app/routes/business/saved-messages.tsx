import { href } from 'react-router'
import * as z from 'zod'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { ReturnInstructionsForm } from '#app/components/closet/return-instructions-form.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { tooLong } from '#app/forms/answered.ts'
import { answerProblem, checkForm, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { type Context, ownerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import {
  returnInstructionsOf,
  saveReturnInstructions,
} from '#domain/accounts/people/return-instructions.ts'
import { MAX_INSTRUCTIONS_CHARACTERS } from '#domain/accounts/people/return-instructions-limit.ts'
import { MAX_SAVED_CHARACTERS, MAX_SAVED_MESSAGES } from '#domain/care/messages/message-limits.ts'
import {
  deleteSavedMessage,
  type SavedMessage,
  type SavedProblem,
  savedMessagesOf,
  saveMessage,
} from '#domain/care/messages/saved-messages.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/saved-messages.ts'

export const meta: Route.MetaFunction = () => pageMeta('Saved messages')

const PATH = href('/business/saved-messages')

export async function loader({ context }: Route.LoaderArgs) {
  const { db, owner } = ownerIn(context)
  const [saved, instructions] = await Promise.all([
    savedMessagesOf(db, owner),
    returnInstructionsOf(db, owner),
  ])
  return { saved, instructions }
}

const savedForm = z.object({
  body: z.string().default(''),
  at_acceptance: z.string().optional(),
  /** Empty for a new one. */
  position: z.coerce.number().int().min(0).max(MAX_SAVED_MESSAGES).default(0),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, owner } = ownerIn(context)
  const form = await readForm(request)
  if (form.get('intent') === 'returns') return await instructionsPosted(context, form)
  const checked = checkForm(savedForm, form)
  if (!checked.ok) return answerProblem(checked.problem)
  const { body, at_acceptance, position } = checked.value
  if (form.get('intent') === 'delete') {
    await deleteSavedMessage(db, owner, position)
    return redirectWithSuccess(PATH, 'Message deleted.')
  }
  const wanted = { body, atAcceptance: at_acceptance !== undefined, position: position || null }
  const outcome = await saveMessage(db, owner, wanted, clock())
  if (outcome.ok) return redirectWithSuccess(PATH, 'Message saved.')
  return answerProblem(problem('', { form, fields: { body: SENTENCES[outcome.problem.reason] } }))
}

async function instructionsPosted(context: Context, form: FormData) {
  const { db, clock, owner } = ownerIn(context)
  const words = String(form.get('return_instructions') ?? '')
  const seen = String(form.get('seen') ?? '')
  const saved = await saveReturnInstructions(db, owner, { words, seen }, clock())
  if (saved.ok) return redirectWithSuccess(`${PATH}#returns`, 'Return instructions saved.')
  if (saved.problem.reason === 'words-too-long') {
    const fields = { return_instructions: tooLong(MAX_INSTRUCTIONS_CHARACTERS) }
    return answerProblem(problem('', { form, fields }))
  }
  const { stored } = saved.problem
  // With status 200, so that the page is loaded again and knows what is stored.
  return problem(
    stored === ''
      ? 'They were removed in another window. Save again to store yours.'
      : isolated(`They were changed in another window: “${stored}” Save again to replace that.`),
    { form },
  )
}

const SENTENCES = {
  'words-missing': 'Please write the message.',
  'words-too-long': tooLong(MAX_SAVED_CHARACTERS),
  'too-many': `You can save up to ${MAX_SAVED_MESSAGES} messages. Please delete one first.`,
} as const satisfies Record<SavedProblem['reason'], string>

export default function SavedMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { saved, instructions } = loaderData
  const ofReturns = actionData?.values.intent === 'returns' ? actionData : undefined
  const answerTo = (position: string) =>
    actionData?.values.position === position ? actionData : undefined
  return (
    <ClosetFrame
      title="Saved messages"
      line="What you write often. You choose one of them while you write to a renter."
    >
      <div className="mt-8 grid max-w-2xl gap-10">
        {saved.map((message) => (
          <SavedMessageForm
            key={`${message.position} ${message.body}`}
            message={message}
            answer={answerTo(String(message.position))}
          />
        ))}
        {saved.length < MAX_SAVED_MESSAGES && (
          <SavedMessageForm key={`new ${saved.length}`} message={null} answer={answerTo('')} />
        )}
        <ReturnInstructionsForm key={instructions} instructions={instructions} answer={ofReturns} />
      </div>
    </ClosetFrame>
  )
}

type SavedMessageFormProps = { message: SavedMessage | null; answer: Problem | undefined }

function SavedMessageForm({ message, answer }: SavedMessageFormProps) {
  const field = fieldsOf(answer)
  const id = `message-${message?.position ?? 'new'}`
  const isSent = answer ? answer.values.at_acceptance !== undefined : message?.atAcceptance
  return (
    <Form
      ref={useFirstInvalid(answer)}
      method="post"
      preventScrollReset
      className="grid gap-3 border-t border-line pt-6"
    >
      <input type="hidden" name="position" value={message?.position ?? ''} />
      <TextArea
        label={message ? `Message ${message.position}` : 'New message'}
        rows={2}
        maxLength={MAX_SAVED_CHARACTERS}
        {...field('body', message?.body)}
        id={id}
      />
      <label className="flex min-h-11 items-start gap-3 pt-2">
        <input
          // Choosing another message clears this one.
          key={String(isSent)}
          type="checkbox"
          name="at_acceptance"
          value="yes"
          defaultChecked={isSent}
          className="mt-0.5 size-5 shrink-0"
        />
        Send it with each request that I accept
      </label>
      <p className="flex flex-wrap gap-3">
        <Button name="intent" value="save" size="small" kind={message ? 'secondary' : 'primary'}>
          {message ? 'Save' : 'Add message'}
        </Button>
        {message && (
          <Button name="intent" value="delete" size="small" kind="quiet">
            Delete<span className="sr-only"> message {message.position}</span>
          </Button>
        )}
      </p>
    </Form>
  )
}
