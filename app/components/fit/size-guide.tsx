import { addedToUs, sizes, usNumbers } from '#domain/catalogue/items/fields/item-words.ts'

const COUNTRIES = Object.entries({ US: 0, ...addedToUs })

/** Which numbers a size stands for. */
export function SizeGuide() {
  return (
    <>
      <table className="w-full max-w-md text-left tabular-nums">
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {['Size', ...COUNTRIES.map(([country]) => country)].map((name) => (
              <th key={name} scope="col" className="py-2 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => (
            <tr key={size} className="border-b border-line">
              <th scope="row" className="py-2 font-medium">
                {size}
              </th>
              {COUNTRIES.map(([country, more]) => (
                <td key={country} className="py-2">
                  {usNumbers[size].map((number) => number + more).join('–')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        XL and XXL are our plus sizes. You can search for a number, such as “US 10” or “UK 14”. Cuts
        differ: many items have measurements, and what earlier wearers said about the fit.
      </p>
    </>
  )
}
