import { classNames } from './class-names.ts'

/** Holds the place of what is still loading; its measures come by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'rounded-picture bg-sand motion-safe:animate-[appear_900ms_ease-in-out_infinite_alternate]',
        className,
      )}
    />
  )
}
