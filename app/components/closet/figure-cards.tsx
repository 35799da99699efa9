import { classNames } from '#app/ui/class-names.ts'

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
      className="mt-6 grid grid-cols-[repeat(3,minmax(0,auto))] divide-x divide-line border-y border-line py-3 sm:flex sm:divide-x-0"
    >
      {figures.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col-reverse justify-end gap-x-2.5 px-3 first:pl-0 sm:flex-row-reverse sm:items-baseline sm:px-0 sm:pr-12"
        >
          <dt className="text-[0.8125rem] leading-tight text-soft sm:text-sm">{name}</dt>
          <dd
            className={classNames(
              'leading-tight font-medium lining-nums tabular-nums sm:text-2xl',
              String(value).length > 8 ? 'text-base' : 'text-xl',
            )}
          >
            {typeof value === 'number' ? value.toLocaleString('en-US') : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
