import { sql } from 'kysely'
import { liveRentalStatuses } from '#db/enums.ts'

/** The statuses of live rentals, as literals: partial indexes do not apply to parameters. */
export const liveStatuses = sql.join(liveRentalStatuses.map((status) => sql.lit(status)))
