import { classNames } from '#app/ui/class-names.ts'

/** A quiet button at the foot of a calendar. */
export function PanelButton({
  onClick,
  className,
  children,
}: {
  onClick: () => void
  className?: string
  children: string
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames('min-h-9 text-sm text-link', className)}
    >
      {children}
    </button>
  )
}
