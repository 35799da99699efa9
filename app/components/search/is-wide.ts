/** Whether the filters are shown beside the results. Can be called only in a browser. */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches
}
