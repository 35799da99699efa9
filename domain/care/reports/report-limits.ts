/** The longest text of a report, and of the reasons for a decision, in characters. */
export const MAX_REPORT_CHARACTERS = 2000

/** The most reports about the same thing that one decision closes; more need another decision. */
export const MAX_DECIDED_AT_ONCE = 200

/** How long both sides can object to a decision, in months (Digital Services Act, article 20). */
export const OBJECTION_MONTHS = 6

/** The longest reasons of a decision that removes or blocks, where they are stored too. */
export const MAX_ACT_CHARACTERS = 1000
