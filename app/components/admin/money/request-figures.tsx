import { ChartSection, Numbers } from '#app/components/charts/chart-section.tsx'
import { answerTimeInWords } from '#app/components/rental/closet-words.ts'
import { FIGURE_DAYS } from '#domain/admin/figures/figure-periods.ts'
import type { CityUse, RequestFigures } from '#domain/admin/figures/request-figures.ts'
import { showNumber } from '#domain/shared/credits.ts'

type RequestSectionsProps = {
  latest: RequestFigures
  earlier: RequestFigures
  cities: readonly CityUse[]
}

/** What became of requests, and how much the items of each city are used. */
export function RequestSections({ latest, earlier, cities }: RequestSectionsProps) {
  const row = (name: string, show: (figures: RequestFigures) => string) => [
    name,
    show(latest),
    show(earlier),
  ]
  return (
    <div className="mt-14 grid gap-x-14 gap-y-14 lg:grid-cols-2">
      <ChartSection
        title="Requests"
        lead="Requests by the day on which they were made. The share and the time are those that closets show: of accepted, declined and unanswered requests."
        nothing={
          latest.made + earlier.made === 0 && `No requests were made in ${2 * FIGURE_DAYS} days.`
        }
      >
        <Numbers
          open
          caption="Requests and their answers"
          heads={['', `Last ${FIGURE_DAYS} days`, `${FIGURE_DAYS} days before`]}
          rows={[
            row('Made', ({ made }) => showNumber(made)),
            row('Accepted', ({ accepted }) => showNumber(accepted)),
            row('Declined', ({ declined }) => showNumber(declined)),
            row('Not answered in time', ({ unanswered }) => showNumber(unanswered)),
            row('Canceled by the renter before an answer', (of) => showNumber(of.withdrawn)),
            row('Ended otherwise before an answer', ({ otherwise }) => showNumber(otherwise)),
            row('Not answered yet', ({ open }) => showNumber(open)),
            row('Share accepted', ({ answers }) => (answers ? `${answers.acceptedPercent}%` : '–')),
            row('Usually answered', ({ answers }) =>
              answers ? answerTimeInWords(answers.medianSeconds) : '–',
            ),
          ]}
        />
      </ChartSection>
      <ChartSection
        title="Use by city"
        lead={`Requests of the last ${FIGURE_DAYS} days that were accepted, and the items that can be rented now, by the city of their closets.`}
        nothing={cities.length === 0 && 'Nothing can be rented, and nothing was.'}
      >
        <Numbers
          open
          caption="Use by city"
          heads={['City', 'Rentals', 'Items to rent']}
          rows={cities.map(({ city, items, rentals }) => [
            city ?? 'All other cities',
            showNumber(rentals),
            showNumber(items),
          ])}
        />
      </ChartSection>
    </div>
  )
}
