/**
 * The mailbox that an email address is read in: what follows a plus sign is a label of its owner, and
 * Gmail ignores dots. For comparing only; mail is always sent to the address as given.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const mailbox = name.split('+', 1)[0] ?? ''
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
