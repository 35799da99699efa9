/** Whether the filters have a place of their own beside the results. To be asked in a browser only. */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches
}
