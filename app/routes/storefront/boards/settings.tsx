import { useState } from 'react'
import { href, useLocation } from 'react-router'
import { OccasionFields, OwnWordsFields } from '#app/components/boards/occasion-fields.tsx'
import { SecretLink } from '#app/components/boards/secret-link.tsx'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { originIn, pageMeta } from '#app/components/pages/page-meta.ts'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { plannerOf, readBoardsKey } from '#app/request/boards/planner.ts'
import { appContext, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BoardId, BoardPersonId } from '#db/ids.ts'
import {
  changeOccasion,
  changeOwnWords,
  leaveBoard,
  occasionVersion,
  removeBoard,
  resetLink,
} from '#domain/booking/boards/boards.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/settings.ts'
import { boardProblem, occasion, ownWords } from './board-forms.ts'
import { boardHeaders, readOwnBoard, type ShownBoard } from './read-board.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.board.name ?? 'Board')

export const headers: Route.HeadersFunction = boardHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const board = await readOwnBoard(context, request, params.id)
  const isVisitor = viewerIn(context).person === null
  const key = isVisitor ? readBoardsKey(request) : null
  return {
    board,
    version: occasionVersion(board),
    today: todayIn(context),
    ownPath: key && `${href('/boards/continue')}?${new URLSearchParams({ key })}`,
    question: questionIn(request),
  }
}

function questionIn(request: Request): keyof typeof QUESTIONS | null {
  const ask = new URL(request.url).searchParams.get('ask')
  return ask === 'reset' || ask === 'leave' || ask === 'remove' ? ask : null
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { db } = context.get(appContext)
  const form = await readForm(request)
  const id = orNotFound(parseId<BoardId>(params.id))
  const planner = orNotFound(plannerOf(context, request, form))
  const here = href('/boards/:id', { id })
  switch (form.get('intent')) {
    case 'occasion': {
      const checked = checkForm(occasion, form)
      if (!checked.ok) return answerProblem(checked.problem)
      const edit = { ...checked.value, seen: seenIn(form) }
      const changed = await changeOccasion(db, planner, id, edit, todayIn(context))
      if (changed.ok) return redirectWithSuccess(here, 'Saved.')
      if (changed.problem.reason === 'edit-conflict')
        return answerConflict(await readOwnBoard(context, request, params.id), form)
      return answerProblem(boardProblem(changed.problem, form))
    }
    case 'you': {
      const checked = checkForm(ownWords, form)
      if (!checked.ok) return answerProblem(checked.problem)
      orNotFound((await changeOwnWords(db, planner, id, checked.value)).ok || null)
      return redirectWithSuccess(here, 'Saved.')
    }
    case 'reset':
      orNotFound((await resetLink(db, planner, id)).ok || null)
      return redirectWithSuccess(here, 'The old link no longer works.')
    case 'take-off': {
      const personId = orNotFound(parseId<BoardPersonId>(form.get('person')))
      orNotFound((await leaveBoard(db, planner, id, personId)).ok || null)
      return redirectWithSuccess(here, 'They are no longer on the board.')
    }
    case 'leave':
      orNotFound((await leaveBoard(db, planner, id, null)).ok || null)
      return redirectWithSuccess(href('/boards'), 'You have left the board.')
    case 'remove':
      orNotFound((await removeBoard(db, planner, id)).ok || null)
      return redirectWithSuccess(href('/boards'), 'The board is gone.')
    default:
      throw new Response(null, { status: 400 })
  }
}

/** Only whoever runs a board edits it: somewhere else they saved it first. */
function answerConflict(board: ShownBoard, form: FormData) {
  const typed = (name: string) => String(form.get(name) ?? '')
  const conflict = editConflict(occasionVersion(board), [
    ['Occasion', board.name, typed('name')],
    ['First day', board.start, typed('start')],
    ['Last day', board.end, typed('end')],
    ['ZIP code', board.zip, typed('zip')],
  ])
  const by = { fullName: '', isViewer: true }
  return answerProblem(
    problem(changedSentence('this board', by), { form, editConflict: conflict }),
    409,
  )
}

const QUESTIONS = {
  reset: {
    question: 'Reset the secret link?',
    confirmText: 'Reset link',
    line: 'The current link stops working. People who have joined stay.',
  },
  leave: {
    question: 'Leave this board?',
    confirmText: 'Leave',
    line: 'Your votes go. Your rentals stay as they are. The board goes when nobody is left.',
  },
  remove: {
    question: 'Remove this board?',
    confirmText: 'Remove board',
    line: 'It goes for everybody. Rentals stay as they are.',
  },
} as const

/** What can be changed about a board. */
export default function BoardSettings({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { board, version, today, ownPath, question } = loaderData
  const { you } = board
  const ownLink = ownPath && originIn(matches) + ownPath
  const { key } = useLocation()
  const here = href('/boards/:id/settings', { id: board.id })
  const answerTo = (intent: string) => (actionData?.values.intent === intent ? actionData : null)
  // The edit started from this version, even if the page loads a newer one later.
  const [seen] = useState(answerTo('occasion')?.values.seen ?? version)
  const conflict = answerTo('occasion')?.editConflict
  const others = board.people.filter(({ isYou }) => !isYou)
  const asking = question && QUESTIONS[question]
  return (
    <div className="page-column py-10 sm:py-16">
      <p>
        <Link
          to={href('/boards/:id', { id: board.id })}
          className="inline-flex min-h-11 items-center text-link wrap-anywhere"
        >
          {board.name}
        </Link>
      </p>
      <h1 className="mt-2">Change this board</h1>
      <div className="mt-8 grid max-w-xl gap-12">
        {you.runsIt && (
          <Form method="post" answer={answerTo('occasion')} noValidate className="grid gap-5">
            <SeenVersion version={seen} />
            <input type="hidden" name="intent" value="occasion" />
            <OccasionFields shown={fieldsOf(answerTo('occasion'))} saved={board} today={today} />
            <p>
              <Button>Save</Button>
            </p>
            {conflict && <EditConflictNotice editConflict={conflict} showTheirs={here} />}
          </Form>
        )}
        <Form method="post" answer={answerTo('you')} noValidate className="grid gap-5">
          <h2 className="text-xl">You</h2>
          <input type="hidden" name="intent" value="you" />
          <OwnWordsFields shown={fieldsOf(answerTo('you'))} saved={you} />
          <p>
            <Button>Save</Button>
          </p>
        </Form>
        {ownLink && (
          <section>
            <h2 className="text-xl">Your boards on another device</h2>
            <SecretLink
              label="Your own link"
              hint="Only for you: whoever has it acts as you. Sign up, and your boards are in your account."
              link={ownLink}
            />
          </section>
        )}
        {you.runsIt && others.length > 0 && (
          <section>
            <h2 className="text-xl">People</h2>
            <ul className="mt-3 border-t border-line">
              {others.map(({ id, firstName }) => (
                <li
                  key={id}
                  className="flex items-center justify-between gap-4 border-b border-line py-2"
                >
                  <span className="min-w-0 wrap-anywhere">{firstName}</span>
                  <Form method="post" warnUnsaved={false} className="shrink-0">
                    <input type="hidden" name="intent" value="take-off" />
                    <input type="hidden" name="person" value={id} />
                    <Button kind="secondary" size="small">
                      Take off<span className="sr-only"> {firstName}</span>
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="flex flex-wrap gap-3">
          {you.runsIt && (
            <LinkButton to={`${here}?ask=reset`} preventScrollReset kind="secondary">
              Reset secret link
            </LinkButton>
          )}
          <LinkButton to={`${here}?ask=leave`} preventScrollReset kind="secondary">
            Leave board
          </LinkButton>
          {you.runsIt && (
            <LinkButton to={`${here}?ask=remove`} preventScrollReset kind="secondary">
              Remove board
            </LinkButton>
          )}
        </p>
      </div>
      {asking && (
        <ConfirmDialog
          question={asking.question}
          open={key}
          closeTo={here}
          fields={{ intent: question }}
          confirmText={asking.confirmText}
          danger={question !== 'reset'}
        >
          <p className="text-soft">{asking.line}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
