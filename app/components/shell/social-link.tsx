import { InstagramIcon } from '#app/ui/icons.tsx'

export function SocialLink({ href, className }: { href: string; className?: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Instagram (opens a new tab)"
      title="Instagram"
      className={className}
    >
      <InstagramIcon />
    </a>
  )
}
