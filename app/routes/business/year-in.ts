/** The year that an address asks for, or the present one. */
export function yearIn(query: URLSearchParams, thisYear: number): number {
  const asked = Number(query.get('year'))
  return Number.isInteger(asked) && asked >= 2000 && asked <= thisYear ? asked : thisYear
}
