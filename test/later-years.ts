const thisYear = new Date().getUTCFullYear()

/**
 * The three years after this one: the audit log of a new installation has partitions of its first
 * months alone, so tests of later months name none of a fixed year.
 */
export const [nextYear, secondYear, thirdYear] = [
  `${thisYear + 1}`,
  `${thisYear + 2}`,
  `${thisYear + 3}`,
] as const
