import { Badge } from '#app/ui/badge.tsx'
import type { ListedCity } from '#domain/catalogue/cities/city-list.ts'
import { CITY_NOT_SAVED } from './admin-sentences.ts'
import { Moment } from './moment.tsx'
import { RowButton, RowLink } from './row-actions.tsx'

type CityTableProps = {
  cities: readonly ListedCity[]
  /** The address that asks whether to delete a city. */
  deleteTo: (id: string) => string
}

/** The cities with their actions (spec 12.5). */
export function CityTable({ cities, deleteTo }: CityTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="mt-3 w-full border-t border-line text-left text-[0.9375rem]">
        <thead>
          <tr className="border-b border-line text-sm text-soft [&_th]:py-3 [&_th]:pr-4 [&_th]:font-medium">
            <th scope="col">City</th>
            <th scope="col">State</th>
            <th scope="col">Status</th>
            <th scope="col" className="hidden sm:table-cell">
              Created
            </th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {cities.map(({ id, name, state, isActive, createdAt }) => (
            <tr key={id} className="border-b border-line [&>*]:py-2 [&>*]:pr-4">
              <th scope="row" className="font-medium wrap-anywhere">
                {name}
                {/* Phones have no space for this column. */}
                <span className="block text-xs font-normal text-soft sm:hidden">
                  <Moment at={createdAt} as="day" />
                </span>
              </th>
              <td className="wrap-anywhere">{state}</td>
              <td>
                <Badge kind={isActive ? 'success' : 'plain'}>
                  {isActive ? 'Active' : 'Inactive'}
                </Badge>
              </td>
              <td className="hidden text-soft tabular-nums sm:table-cell">
                <Moment at={createdAt} as="day" />
              </td>
              <td className="relative w-px pr-0!">
                <div className="flex flex-col gap-x-5 whitespace-nowrap sm:flex-row sm:items-center">
                  <RowButton
                    fields={{ intent: isActive ? 'deactivate' : 'activate', city: id }}
                    name={name}
                    failed={CITY_NOT_SAVED}
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
    </div>
  )
}
