import type { ReactNode } from 'react'
import { PayoutRate } from '#app/components/manage/payout-rate.ts'
import { TabCounts } from '#app/components/manage/tab-counts.ts'

type ClosetWorkspaceProps = {
  /** By the address of a tab. */
  counts: Readonly<Record<string, number>>
  centsPerCredit: number
  children: ReactNode
}

export function ClosetWorkspace({ counts, centsPerCredit, children }: ClosetWorkspaceProps) {
  return (
    <TabCounts value={counts}>
      <PayoutRate value={centsPerCredit}>{children}</PayoutRate>
    </TabCounts>
  )
}
