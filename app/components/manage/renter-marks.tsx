import type { RenterMarks as Marks } from '#domain/booking/rentals/lists/renter-marks.ts'
import { counted } from '#domain/shared/figures.ts'

/** What other rentals of this renter came to, for a closet that decides whether to accept. */
export function RenterMarks({ late, lost, noShow }: Marks) {
  const lines = [
    late > 0 && `Returned ${counted(late, 'earlier rental')} late`,
    lost > 0 && `${counted(lost, 'rental')} never came back`,
    noShow > 0 && `Did not come for ${counted(noShow, 'rental')}`,
  ].filter((line) => line !== false)
  return lines.map((line) => (
    <span key={line} className="block text-danger">
      {line}
    </span>
  ))
}
