/** A few figures in large letters, side by side. */
export function FigureCards({
  label,
  figures,
}: {
  label: string
  figures: readonly { readonly name: string; readonly value: string | number }[]
}) {
  return (
    <dl
      aria-label={label}
      className="mt-8 grid grid-cols-3 divide-x divide-line border-y border-line sm:mt-10"
    >
      {figures.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col justify-between gap-3 px-3 py-5 first:pl-0 sm:px-8 sm:py-7"
        >
          <dt className="text-[0.8125rem] leading-tight text-soft sm:text-sm">{name}</dt>
          <dd className="font-heading text-[clamp(1.75rem,1.1rem+2.6vw,3.25rem)] leading-none lining-nums tabular-nums">
            {typeof value === 'number' ? value.toLocaleString('en-US') : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
