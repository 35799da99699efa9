import { href } from 'react-router'
import { dayInWords } from '#app/components/dates/dates-in-words.ts'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { RentalRows } from '#app/components/manage/rental-rows.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { RentalId } from '#db/ids.ts'
import type {
  ClosetBoard as Board,
  BoardGroup,
} from '#domain/booking/rentals/lists/closet-board.ts'
import type { RentalTask } from '#domain/booking/rentals/lists/due-tasks.ts'
import type { PanelFilter } from '#domain/booking/rentals/lists/panel-filters.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

const GROUPS = {
  deliver: { title: 'Deliveries', filter: 'upcoming' },
  collect: { title: 'Returns', filter: 'out' },
  answer: { title: 'New requests', filter: 'action' },
  dates: { title: 'Other dates', filter: 'action' },
  review: { title: 'To review', filter: 'action' },
} as const satisfies Record<RentalTask, { title: string; filter: PanelFilter }>

export function ClosetBoard({
  board,
  appeals,
  returns,
  today,
}: {
  board: Board
  appeals: ToAnswer
  returns: ToAnswer
  today: CalendarDate
}) {
  return (
    <div className="mt-8 grid gap-10">
      <Answers
        due={appeals}
        at="appeal"
        one="A renter has appealed about"
        many="appeals to answer"
      />
      <Answers
        due={returns}
        at="return-request"
        one="A renter waits for your answer about"
        many="returns or no-shows to answer"
      />
      <Day title="Today" day={today} groups={board.today} today={today} />
      <Day title="Tomorrow" day={addDays(today, 1)} groups={board.tomorrow} today={today} />
      <p className="flex flex-wrap gap-x-6">
        <LinkButton to={href('/business/day')} kind="quiet" size="small">
          Handovers by renter
        </LinkButton>
        <LinkButton to={`${href('/business/rentals')}?filter=upcoming`} kind="quiet" size="small">
          All upcoming rentals
        </LinkButton>
      </p>
    </div>
  )
}

type ToAnswer = {
  readonly count: number
  readonly rentalId: RentalId | null
  readonly title: string | null
  /** Its deadline, as text. */
  readonly due: string | null
}

type AnswersProps = { due: ToAnswer; at: string; one: string; many: string }

function Answers({ due: { rentalId, count, title, due }, at, one, many }: AnswersProps) {
  if (!rentalId) return null
  return (
    <Notice>
      <TextLink to={`${href('/business/rentals/:id', { id: rentalId })}#${at}`}>
        {count === 1
          ? `${one} “${title}”: please answer by ${due}`
          : `${showCounted(count)} ${many}, the next one by ${due}`}
      </TextLink>
    </Notice>
  )
}

type DayProps = {
  title: string
  day: CalendarDate
  groups: readonly BoardGroup[]
  today: CalendarDate
}

function Day({ title, day, groups, today }: DayProps) {
  const id = title.toLowerCase()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-[1.625rem]">
        {title}
        <span className="ml-3 font-body text-base text-soft">{dayInWords(day, today)}</span>
      </h2>
      {groups.length === 0 && (
        <p className="mt-3 border-t border-line pt-4 text-soft">
          Nothing to do {title === 'Today' ? 'right now' : 'tomorrow'}.
        </p>
      )}
      {groups.map(({ task, rentals, total }) => (
        <div key={task} className="mt-5">
          <h3 className="mb-2 font-body text-base font-medium">
            {GROUPS[task].title} <span className="text-soft">({showCounted(total)})</span>
          </h3>
          <RentalRows rentals={rentals} today={today} paths={closetRentalPaths} heading="h4" />
          {total > rentals.length && (
            <p className="mt-2">
              <Link
                to={`${href('/business/rentals')}?filter=${GROUPS[task].filter}`}
                className="inline-flex min-h-11 items-center text-sm text-link"
              >
                {showCounted(total, rentals.length)} more
              </Link>
            </p>
          )}
        </div>
      ))}
    </section>
  )
}
