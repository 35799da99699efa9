/** 'Silk dress, Wool coat, Red gown and 9 more': a toast has room for a few. */
export function shownTitles(titles: readonly string[], max = 3): string {
  const more = titles.length - max
  const shown = titles.slice(0, max)
  return more > 0
    ? `${shown.join(', ')} and ${more} more`
    : new Intl.ListFormat('en-US').format(shown)
}
