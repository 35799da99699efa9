/**
 * Whether the element with the focus is gone, so that a page may choose where it goes; what
 * `useNearbyFocus` gave the focus meanwhile does not count.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.hasAttribute('data-holds-focus')
}
