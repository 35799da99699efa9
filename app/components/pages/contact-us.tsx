import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Link } from '#app/ui/link.tsx'

/** How to reach us, as the end of a sentence: by email if the shop has a support address. */
export function ContactUs() {
  const { supportEmail } = useShell()
  if (supportEmail === null) return <Link to={href('/feedback')}>contact us</Link>
  return (
    <>
      write to{' '}
      <a href={`mailto:${supportEmail}`} className="wrap-anywhere">
        {supportEmail}
      </a>{' '}
      or <Link to={href('/feedback')}>send us a message</Link>
    </>
  )
}
