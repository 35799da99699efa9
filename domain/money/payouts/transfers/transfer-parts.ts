/** The parts of the list of transfers for admins. */
export const transferParts = ['failed', 'pending', 'reversed', 'transfers'] as const
export type TransferPart = (typeof transferParts)[number]
