import type { ReactNode } from 'react'
import { FrameHeader } from '#app/components/closet/frame-header.tsx'
import { ProfileFrame } from '#app/components/profile/profile-frame.tsx'

type WebhookFrameProps = {
  title: string
  line?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The layout of the pages about webhooks, which are beside the API tokens of the account. */
export function WebhookFrame({ children, ...header }: WebhookFrameProps) {
  return (
    <ProfileFrame>
      <FrameHeader {...header} />
      {children}
    </ProfileFrame>
  )
}
