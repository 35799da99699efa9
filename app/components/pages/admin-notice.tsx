import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** On a shopper's page an admin sees why it is empty for them. */
export function AdminNotice({ title }: { title: string }) {
  return (
    <MessagePage title={title} actions={<LinkButton to="/admin">Go to Admin</LinkButton>}>
      Admins look after the marketplace and do not rent, like or buy. Sign in with a shopper’s
      account for that.
    </MessagePage>
  )
}
