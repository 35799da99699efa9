/** Marks something as unread. */
export function UnreadDot() {
  return (
    <span className="inline-block size-2.5 shrink-0 rounded-full bg-primary-600">
      <span className="sr-only">New messages</span>
    </span>
  )
}
