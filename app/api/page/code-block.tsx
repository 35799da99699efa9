import { classNames } from '#app/ui/class-names.ts'

/** A request or a response; it can be scrolled by keyboard too. */
export function CodeBlock({
  label,
  short = false,
  children,
}: {
  label: string
  /** Limits the height to part of the screen. */
  short?: boolean
  children: string
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrollable region, not a group of fields
    <pre
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={classNames(
        'overflow-auto border border-line bg-sheet p-4 font-mono text-[0.8125rem] leading-relaxed',
        short && 'max-h-80',
      )}
    >
      <code>{children}</code>
    </pre>
  )
}
