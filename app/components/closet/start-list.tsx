import { href } from 'react-router'
import { Icon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { START_ITEMS, type StartSteps } from '#domain/accounts/closets/start-steps.ts'
import { closetAddress, type OwnItemsView } from './own-items-address.ts'

type StartListProps = {
  steps: StartSteps
  view: OwnItemsView
  /** The shop pays closets. */
  isPaid: boolean
  mayAdd: boolean
}

/** What a new closet has still to do; nothing once all of it is done. */
export function StartList({ steps, view, isPaid, mayAdd }: StartListProps) {
  const profile = closetAddress(view, { edit: 'profile' })
  const all = [
    isPaid && {
      isDone: steps.payouts,
      to: href('/business/payouts'),
      title: 'Set up payouts',
      line: 'Stripe needs your bank details before you can be paid.',
    },
    {
      isDone: steps.area,
      to: profile,
      title: 'Say where you are',
      line: 'Your city, how far you deliver, and a phone number for renters.',
    },
    {
      isDone: steps.notice,
      to: profile,
      title: 'Choose your notice',
      line: 'How many days before a rental starts you need to know of it. None is fine, too.',
    },
    mayAdd && {
      isDone: steps.items >= START_ITEMS,
      to: href('/business/items/new'),
      title: `Add ${START_ITEMS} items`,
      line: `You have ${steps.items} so far.`,
    },
    {
      isDone: steps.page,
      to: href('/business/page'),
      title: 'Fill your public page',
      line: 'A photo and a few words about your closet.',
    },
  ].filter((step) => step !== false)
  const done = all.filter(({ isDone }) => isDone).length
  if (done === all.length) return null
  return (
    <section aria-labelledby="start" className="mt-8 border border-line p-5 sm:p-6">
      <h2 id="start" className="text-[1.625rem]">
        Get started
      </h2>
      <p className="mt-1 text-sm text-soft">
        {done} of {all.length} done
      </p>
      <ol className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-2">
        {all.map(({ isDone, to, title, line }) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? 'border-success text-success' : 'border-edge'}`}
            >
              {isDone && (
                <Icon className="size-4">
                  <path d="m5 12.5 4.5 4.5L19 7.5" />
                </Icon>
              )}
            </span>
            <div className="min-w-0">
              {isDone ? (
                <p className="text-soft">
                  {title}
                  <span className="sr-only">, done</span>
                </p>
              ) : (
                <>
                  <p className="font-medium">
                    <Link to={to} preventScrollReset={to === profile} className="text-link">
                      {title}
                    </Link>
                  </p>
                  <p className="text-sm text-soft">{line}</p>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
