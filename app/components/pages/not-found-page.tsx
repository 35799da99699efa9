import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFoundPage({ title = 'Nothing hangs here' }: { title?: string }) {
  return (
    <MessagePage
      eyebrow="404"
      title={title}
      actions={<LinkButton to="/styles">Browse Items</LinkButton>}
    >
      <p>The address leads nowhere, or what was here has been taken off the rail.</p>
    </MessagePage>
  )
}
