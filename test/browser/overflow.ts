/** Runs in the page: what is beyond its right edge; empty when it fits. */
export function overflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const over = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
  )
  return [
    `${scrollWidth} pixels`,
    ...over.slice(-8).map((element) => element.outerHTML.slice(0, 160)),
  ]
}
