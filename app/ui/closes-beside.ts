import type { MouseEvent } from 'react'

let beganBeside = false

/**
 * Props of a dialog that also closes with a click beside it. Browsers do that themselves by `closedby`,
 * except Safari, which does not know it.
 */
export const closesBeside = {
  closedby: 'any' as const,
  onPointerDown(event: MouseEvent<HTMLDialogElement>) {
    beganBeside = isBeside(event)
  },
  // Not with a selection of text that ends outside.
  onClick(event: MouseEvent<HTMLDialogElement>) {
    if ('closedBy' in HTMLDialogElement.prototype) return
    if (beganBeside && isBeside(event)) event.currentTarget.close()
  },
}

/** A click on the backdrop is one on the dialog itself, outside its edges. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
