/** '1400' for a whole number as spreadsheets and shops write it: 1,400, $1400 or 1400.00. */
export function wholeNumberIn(cell: string): string {
  const typed = cell.trim()
  const whole = typed.replace(/^\$ ?/, '').replace(/\.00?$/, '')
  if (/^\d{1,9}$/.test(whole)) return whole
  return /^\d{1,3}(?:,\d{3}){1,2}$/.test(whole) ? whole.replaceAll(',', '') : cell
}
