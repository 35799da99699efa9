type DefaultButtonProps = { name?: string; value?: string }

/** Enter in a field presses the first button of its form: before others, this one saves. */
export function DefaultButton(button: DefaultButtonProps) {
  return (
    <button {...button} type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
      Save
    </button>
  )
}
