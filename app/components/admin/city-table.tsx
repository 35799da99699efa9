import { Badge } from '#app/ui/badge.tsx'
import type { ListedCity } from '#domain/cities/city-list.ts'
import { Moment } from './moment.tsx'
import { RowButton, RowLink } from './row-actions.tsx'

type CityTableProps = {
  cities: readonly ListedCity[]
  /** The address that asks whether to delete a city. */
  deleteTo: (id: string) => string
}

/** Business §2, Cities tab. Narrow screens scroll it sideways. */
export function CityTable({ cities, deleteTo }: CityTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the arrow keys
    <section aria-label="Table of cities" tabIndex={0} className="relative mt-3 overflow-x-auto">
      <table className="w-full min-w-[40rem] border-t border-line text-left text-[0.9375rem]">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {['City', 'State', 'Status', 'Created', 'Actions'].map((name) => (
              <th key={name} scope="col" className="py-3 pr-6 font-medium last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cities.map(({ id, name, state, isActive, createdAt }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="py-2 pr-6 font-medium">
                {name}
              </th>
              <td className="py-2 pr-6">{state}</td>
              <td className="py-2 pr-6">
                <Badge kind={isActive ? 'success' : 'plain'}>
                  {isActive ? 'Active' : 'Inactive'}
                </Badge>
              </td>
              <td className="py-2 pr-6 text-soft tabular-nums">
                <Moment at={createdAt} dayOnly />
              </td>
              <td className="w-px py-2">
                <div className="flex items-center gap-x-5 whitespace-nowrap">
                  <RowButton
                    fields={{ intent: isActive ? 'deactivate' : 'activate', city: id }}
                    name={name}
                  >
                    {isActive ? 'Deactivate' : 'Activate'}
                  </RowButton>
                  <RowLink to={deleteTo(id)} name={name}>
                    Delete
                  </RowLink>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
