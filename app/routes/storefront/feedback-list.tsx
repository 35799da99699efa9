import { href } from 'react-router'
import type { FormAnswer } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { listFeedback } from '#domain/care/feedback/feedback-queries.ts'
import { isolated } from '#domain/shared/isolate.ts'

type Listed = Awaited<ReturnType<typeof listFeedback>>['rows'][number]

type Entry = Omit<Listed, 'created_at'> & {
  /** ISO 8601. */
  readonly at: string
  readonly shownAt: string
}

type FeedbackListProps = {
  entries: readonly Entry[]
  isFirst: boolean
  next: string | null
  /** Its values include the entry whose deletion has to be confirmed. */
  answer: FormAnswer | undefined
}

/** What admins see instead of the form. */
export function FeedbackList({ entries, isFirst, next, answer }: FeedbackListProps) {
  const refused = answer?.ok === false ? answer : null
  const requested = refused?.values.delete
  return (
    <div className="page-column py-10 sm:py-16">
      <h1>Feedback</h1>
      {refused?.problem && (
        <Notice kind="error" className="mt-6 max-w-prose">
          Failed to delete feedback. Please try again.
        </Notice>
      )}
      {entries.length === 0 ? (
        <EmptyState title="No feedback yet">Feedback from this page will appear here.</EmptyState>
      ) : (
        <ul className="mt-8 max-w-3xl">
          {entries.map((entry) => (
            <ListedFeedback key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <div className="mt-10">
        <Pagination label="Feedback" first={isFirst ? null : href('/feedback')} next={next} />
      </div>
      {requested && (
        <ConfirmDialog
          key={requested}
          open={answer}
          question="Are you sure you want to delete this feedback?"
          fields={{ delete: requested, confirmed: 'yes' }}
          confirmText="Delete"
          danger
        />
      )}
    </div>
  )
}

function ListedFeedback({ entry }: { entry: Entry }) {
  const { id, name, email, message, user_id, at, shownAt } = entry
  return (
    <li className="border-t border-line py-8">
      <article aria-labelledby={`from-${id}`}>
        <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id={`from-${id}`} className="text-xl">
            {name}
          </h2>
          <a href={`mailto:${email}`} className="text-sm text-link">
            {email}
          </a>
          <p className="text-sm text-soft">
            <time dateTime={at}>{shownAt}</time>
            {', '}
            {user_id ? (
              <TextLink to={href('/admin/users/:id', { id: user_id })}>
                see account
                <span className="sr-only">
                  {' '}
                  of <bdi>{name}</bdi>
                </span>
              </TextLink>
            ) : (
              'without an account'
            )}
          </p>
        </header>
        <p className="mt-4 max-w-prose whitespace-pre-line">{message}</p>
        <Form method="post" className="mt-4">
          <input type="hidden" name="delete" value={id} />
          <Button kind="quiet" size="small" aria-label={isolated(`Delete feedback from ${name}`)}>
            Delete
          </Button>
        </Form>
      </article>
    </li>
  )
}
