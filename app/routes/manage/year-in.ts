export function yearIn(query: URLSearchParams, thisYear: number): number {
  const requested = Number(query.get('year'))
  return Number.isInteger(requested) && requested >= 2000 && requested <= thisYear
    ? requested
    : thisYear
}
