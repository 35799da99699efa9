import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFoundPage({ title = 'Page not found' }: { title?: string }) {
  const { viewer } = useShell()
  const ownsCloset = viewer?.accountType === 'business' && viewer.businessStatus === 'approved'
  return (
    <MessagePage
      eyebrow="404"
      title={title}
      actions={
        <>
          {ownsCloset && <LinkButton to={href('/business')}>My Closet</LinkButton>}
          <LinkButton to={href('/styles')} kind={ownsCloset ? 'secondary' : 'primary'}>
            Browse Items
          </LinkButton>
        </>
      }
    >
      <p>The link may be broken, or the page may have been removed.</p>
    </MessagePage>
  )
}
