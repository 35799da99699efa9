import { useLocation } from 'react-router'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import type { AccountType } from '#db/enums.ts'
import type { ListedPerson } from '#domain/accounts/people/people-list.ts'
import { isolated } from '#domain/shared/isolate.ts'

export const ACCOUNT_WORDS = {
  regular: 'Regular',
  business: 'Business',
  admin: 'Admin',
} as const satisfies Record<AccountType, string>

type ChangeAccountProps = {
  person: ListedPerson
  to: AccountType
  isSelf: boolean
  closeTo: string
}

export function ChangeAccount({ person, to, isSelf, closeTo }: ChangeAccountProps) {
  const { id, fullName, email, accountType: from } = person
  const { key } = useLocation()
  return (
    <ConfirmDialog
      question={isolated(
        `Change ${isSelf ? 'your own account' : fullName} from ${ACCOUNT_WORDS[from]} to ${ACCOUNT_WORDS[to]}?`,
      )}
      open={key}
      closeTo={closeTo}
      fields={{ intent: 'change', person: id, from, to }}
      confirmText={`Make ${ACCOUNT_WORDS[to]}`}
      danger={from !== 'regular' || to === 'admin'}
    >
      <p className="text-sm break-words text-soft">{email}</p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5">
        {consequences(from, to, isSelf).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function consequences(from: AccountType, to: AccountType, isSelf: boolean): string[] {
  const sentences: string[] = []
  if (from === 'admin')
    sentences.push(
      isSelf
        ? 'You lose access to the admin area immediately. Your listings are transferred to another admin.'
        : 'They lose access to the admin area immediately. Their listings and rentals are transferred to you.',
    )
  if (to === 'business')
    sentences.push('Their business account is approved: they can list items and manage rentals.')
  if (to === 'admin')
    sentences.push(
      'They get full access to the admin area and can add and remove admins.',
      'Admins do not rent: if they have a plan, it does not renew.',
    )
  if (from === 'business' && to === 'regular')
    sentences.push(
      'Their business account is blocked and their items are hidden.',
      'Admins take over their open rentals.',
    )
  sentences.push(isSelf ? 'You will get an email.' : 'They will get an email.')
  return sentences
}
