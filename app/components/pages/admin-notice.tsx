import { href } from 'react-router'
import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** Tells an admin why a shopper's page is empty for them. */
export function AdminNotice({ title }: { title: string }) {
  return (
    <MessagePage title={title} actions={<LinkButton to={href('/admin')}>Go to Admin</LinkButton>}>
      Admins manage the marketplace and cannot rent, like or buy. To do that, sign in with a shopper
      account.
    </MessagePage>
  )
}
