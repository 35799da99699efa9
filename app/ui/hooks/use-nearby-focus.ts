import { useEffect } from 'react'

/**
 * Once the element with the focus is removed, as a row that was decided, the nearest element around
 * it that is still there gets the focus; of a question that was answered, what opened it or is
 * nearest to that. Where only the page is left, that is its heading. Browsers leave the focus to the
 * body, where screen readers start again from the top.
 */
export function useNearbyFocus() {
  useEffect(() => {
    let around: readonly HTMLElement[] = []
    let opener: readonly HTMLElement[] = []
    let path = ''
    const follow = ({ target }: FocusEvent) => {
      const before = around
      around = elementsAround(target)
      if (!around.some(isDialog)) opener = []
      else if (!before.some(isDialog)) opener = before
      path = window.location.pathname
    }
    const keep = () => {
      const [focused] = around
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      // A new page begins at its top.
      if (path === window.location.pathname)
        [...opener, ...around]
          .filter(({ isConnected }) => isConnected)
          .map(orHeading)
          .find(takesFocus)
      around = []
      opener = []
    }
    const removals = new MutationObserver(keep)
    removals.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', follow)
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', follow)
    }
  }, [])
}

const isDialog = (element: HTMLElement) => element instanceof HTMLDialogElement

/** The heading of the page for an element that contains it. */
function orHeading(element: HTMLElement): HTMLElement {
  const heading = document.querySelector<HTMLElement>('main h1')
  return heading && element.contains(heading) ? heading : element
}

/** The element itself, and those that contain it, without the body. */
function elementsAround(target: EventTarget | null): HTMLElement[] {
  const elements: HTMLElement[] = []
  let element = target instanceof HTMLElement ? target : null
  while (element && element !== document.body) {
    elements.push(element)
    element = element.parentElement
  }
  return elements
}

/** Whether the focus is there now: it cannot go to what is hidden. */
function takesFocus(element: HTMLElement): boolean {
  const isFocusable = element.hasAttribute('tabindex')
  if (!isFocusable) element.tabIndex = -1
  const restore = () => {
    element.removeAttribute('data-holds-focus')
    if (!isFocusable) element.removeAttribute('tabindex')
  }
  // See `isFocusLost`: that is loaded by the pages that choose where the focus goes.
  element.setAttribute('data-holds-focus', '')
  element.focus({ preventScroll: true })
  const hasFocus = document.activeElement === element
  if (hasFocus) element.addEventListener('blur', restore, { once: true })
  else restore()
  return hasFocus
}
