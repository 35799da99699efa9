import type { ReactNode, Ref } from 'react'

type ToolButtonProps = {
  label: string
  /** A longer description than the label. */
  title?: string
  /** Does nothing, but can be focused. */
  off?: boolean
  onClick: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function ToolButton({
  label,
  title = label,
  off = false,
  onClick,
  ref,
  children,
}: ToolButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={title}
      aria-disabled={off || undefined}
      className="grid size-11 place-items-center rounded-control hover:bg-sand aria-disabled:text-edge"
      onClick={() => !off && onClick()}
    >
      {children}
    </button>
  )
}
