import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { HandoverCard, type HandoverResult } from '#app/components/closet/handover-card.tsx'
import { dayInWords } from '#app/components/dates/dates-in-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Problem } from '#app/forms/forms.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/request/contexts.ts'
import { takePostedHandover } from '#app/routes/manage/posted-handovers.ts'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type ClosetDay, closetDay } from '#domain/booking/rentals/lists/closet-day.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/day.ts'

export const meta: Route.MetaFunction = () => pageMeta('Handovers')

const PATH = href('/business/day')

export async function loader({ context }: Route.LoaderArgs) {
  const today = todayIn(context)
  const { db } = context.get(appContext)
  return { day: await closetDay(db, context.get(closetOwnerContext), today), today }
}

export async function action({ request, context }: Route.ActionArgs) {
  return takePostedHandover(context, request, context.get(closetOwnerContext), PATH)
}

/** Today and tomorrow as the people whom a closet meets (spec 5.8). */
export default function ClosetHandovers({ loaderData, actionData }: Route.ComponentProps) {
  const { day, today } = loaderData
  const answers = {
    result: actionData && 'card' in actionData ? actionData : undefined,
    unsaved: actionData && 'fields' in actionData ? actionData : undefined,
  }
  const isHydrated = useHydrated()
  return (
    <ClosetFrame
      title="Handovers"
      actions={
        <>
          {isHydrated && (
            <Button type="button" kind="secondary" onClick={() => window.print()}>
              Print
            </Button>
          )}
          <LinkButton to={href('/business/calendar')} kind="secondary">
            Calendar
          </LinkButton>
          <LinkButton to={href('/business/saved-messages')} kind="secondary">
            Saved messages
          </LinkButton>
        </>
      }
    >
      {day.requests > 0 && (
        <p className="mt-6 print:hidden">
          <TextLink to={href('/business/rentals')}>
            {day.requests === 1
              ? '1 request to answer'
              : `${showCounted(day.requests)} requests to answer`}
          </TextLink>
        </p>
      )}
      {day.otherDates > 0 && (
        <p className="mt-6 print:hidden">
          <TextLink to={href('/business/rentals')}>
            {day.otherDates === 1
              ? '1 renter would like other dates'
              : `${showCounted(day.otherDates)} rentals with other dates to answer`}
          </TextLink>
        </p>
      )}
      {day.returnInstructions === null && (
        <p className="mt-6 print:hidden">
          <TextLink to={`${href('/business/saved-messages')}#returns`}>
            Write once how items come back
          </TextLink>
        </p>
      )}
      <Day
        title="Today"
        on={today}
        found={day.today}
        today={today}
        instructions={day.returnInstructions}
        {...answers}
      />
      <Day
        title="Tomorrow"
        on={addDays(today, 1)}
        found={day.tomorrow}
        today={today}
        instructions={day.returnInstructions}
        {...answers}
      />
      {day.isPartial && (
        <p className="mt-8">
          <TextLink to={href('/business/rentals')}>There are more in the list of rentals.</TextLink>
        </p>
      )}
    </ClosetFrame>
  )
}

type DayProps = {
  title: string
  on: CalendarDate
  found: ClosetDay['today']
  today: CalendarDate
  instructions: string | null
  result: HandoverResult | undefined
  unsaved: Problem | undefined
}

function Day({ title, on, found, today, instructions, ...answers }: DayProps) {
  const id = title.toLowerCase()
  const groups = [
    { name: 'Deliveries', kind: 'deliver', handovers: found.deliveries },
    { name: 'Returns', kind: 'fine', handovers: found.returns },
  ] as const
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-[1.625rem]">
        {title}
        <span className="ml-3 font-body text-base text-soft">{dayInWords(on, today)}</span>
      </h2>
      {groups.every(({ handovers }) => handovers.length === 0) && (
        <p className="mt-3 border-t border-line pt-4 text-soft">Nobody to meet.</p>
      )}
      {groups.map(
        ({ name, kind, handovers }) =>
          handovers.length > 0 && (
            <div key={name} className="mt-5">
              <h3 className="mb-3 font-body text-base font-medium">{name}</h3>
              {handovers.map((handover) => (
                <HandoverCard
                  key={handover.id}
                  {...{ handover, kind, today, ...answers }}
                  path={PATH}
                  instructions={kind === 'fine' ? instructions : null}
                />
              ))}
            </div>
          ),
      )}
    </section>
  )
}
