import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { RatingRows } from '#app/components/admin/cases/rating-rows.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { ReasonDialog } from '#app/components/admin/reason-dialog.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { RatingId } from '#db/ids.ts'
import {
  findListedRating,
  type ListedRating,
  ratingList,
} from '#domain/care/ratings/rating-list.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/reviews.ts'
import { moderateRating } from './moderate-rating.ts'

export const meta: Route.MetaFunction = () => pageMeta('Reviews')

const FILTERS = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
]

/** With `review` the list is that one review; `hide` and `reply` ask for the reason. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/reviews'), ['hidden'])
  const named = (name: string) => parseId<RatingId>(query.get(name))
  const find = (id: RatingId | null) => id && findListedRating(db, admin, id)
  const found = await loadList(context, request, async () => {
    const one = await find(named('review'))
    if (one) return { rows: [one], next: null, total: 1 }
    return await ratingList(db, admin, {
      part: part.filter === 'hidden' ? 'hidden' : 'shown',
      after,
    })
  })
  const [hiding, removing] = await Promise.all([find(named('hide')), find(named('reply'))])
  return {
    part: { ...part, q: '' },
    after,
    one: named('review'),
    found,
    hiding: hiding && !hiding.hiddenAt ? hiding : null,
    removing: removing?.reply ? removing : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await moderateRating(context, request)
}

/** Published reviews, newest first: admins hide what breaks the rules, with a reason. */
export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { part, after, one, found, hiding, removing } = loaderData
  const here = (more = {}) =>
    addressIn(part, { ...(one && { review: one }), ...(after && { after }), ...more })
  return (
    <AdminFrame
      title="Reviews"
      line="Hide a review for what it says or shows, never for its stars. Nobody sees a review here before it is published."
    >
      <AdminList
        label="Reviews"
        part={part}
        filters={FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No reviews yet" />}
      >
        {(ratings) => (
          <RatingRows
            ratings={ratings}
            hideTo={(id) => here({ hide: id })}
            removeReplyTo={(id) => here({ reply: id })}
          />
        )}
      </AdminList>
      {hiding && (
        <ReasonDialog
          key={hiding.id}
          question={isolated(`Hide the review by ${hiding.writerName}?`)}
          line={isolated(
            `${hiding.writerName} will get an email with your reason. Nobody else can see the review, and its stars do not count.`,
          )}
          about="review"
          fields={{ intent: 'hide', rating: hiding.id }}
          confirmText="Hide review"
          open={hiding}
          answer={actionData}
          closeTo={here()}
        />
      )}
      {removing && <RemoveReply rating={removing} answer={actionData} closeTo={here()} />}
    </AdminFrame>
  )
}

type RemoveReplyProps = {
  rating: ListedRating
  answer: Route.ComponentProps['actionData']
  closeTo: string
}

function RemoveReply({ rating, answer, closeTo }: RemoveReplyProps) {
  return (
    <ReasonDialog
      key={rating.id}
      question={isolated(`Remove the reply by ${rating.aboutName}?`)}
      line={isolated(
        `${rating.aboutName} will get an email with your reason, and cannot reply again. This cannot be undone.`,
      )}
      about="review"
      fields={{ intent: 'remove-reply', rating: rating.id }}
      confirmText="Remove reply"
      open={rating}
      answer={answer}
      closeTo={closeTo}
    />
  )
}
