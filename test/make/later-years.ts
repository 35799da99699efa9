const thisYear = new Date().getUTCFullYear()

/**
 * The three years after this one. A new installation has partitions of the audit log for its first
 * months only, so tests of later months must not name fixed years.
 */
export const [nextYear, secondYear, thirdYear] = [
  `${thisYear + 1}`,
  `${thisYear + 2}`,
  `${thisYear + 3}`,
] as const
