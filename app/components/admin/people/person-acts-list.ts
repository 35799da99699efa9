/** What an admin can do about one person. */
export const personActs = [
  'give',
  'block',
  'unblock',
  'sign-out',
  'reset-second-factor',
  'return-deposit',
  'refund',
] as const
export type PersonAct = (typeof personActs)[number]
