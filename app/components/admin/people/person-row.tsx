import { href } from 'react-router'
import { ACCOUNT_WORDS } from '#app/components/admin/account-types.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { accountTypes, type BusinessStatus } from '#db/enums.ts'
import type { ListedPerson } from '#domain/accounts/people/people-list.ts'
import { isolated } from '#domain/shared/isolate.ts'

const STATUS: Readonly<Record<BusinessStatus, { label: string; kind: BadgeKind }>> = {
  pending: { label: 'Application pending', kind: 'accent' },
  approved: { label: 'Closet', kind: 'success' },
  denied: { label: 'Application denied', kind: 'plain' },
  blocked: { label: 'Closet blocked', kind: 'danger' },
}

type PersonRowProps = {
  person: ListedPerson
  isSelf: boolean
  /** Query parameters of the list that stay. */
  hiddenFields: Readonly<Record<string, string>>
}

type Badged = {
  readonly businessStatus: BusinessStatus | null
  readonly emailVerified: boolean
  readonly blockedAt: Date | null
}

export function PersonBadges({ person }: { person: Badged }) {
  const { businessStatus, emailVerified, blockedAt } = person
  const status = businessStatus && STATUS[businessStatus]
  return (
    <>
      {status && (
        <Badge kind={status.kind} className="font-body">
          {status.label}
        </Badge>
      )}
      {blockedAt && (
        <Badge kind="danger" className="font-body">
          Blocked
        </Badge>
      )}
      {!emailVerified && <Badge className="font-body">Email not confirmed</Badge>}
    </>
  )
}

export function PersonRow({ person, isSelf, hiddenFields }: PersonRowProps) {
  const { id, fullName, email, phone, place, accountType, blockedAt, createdAt } = person
  return (
    <li className="grid items-center gap-x-8 gap-y-3 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_auto]">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-snug">
          <Link to={href('/admin/users/:id', { id })} className="min-w-0 break-words text-link">
            {fullName}
          </Link>
          {isSelf && (
            <Badge kind="info" className="font-body">
              You
            </Badge>
          )}
          <PersonBadges person={person} />
        </h2>
        <a href={`mailto:${email}`} className="text-sm break-all text-soft text-link">
          {email}
        </a>
      </div>
      <div className="text-sm text-soft">
        <Facts>
          {place}
          {phone}
        </Facts>
        <p>
          Since <Moment at={createdAt} as="day" />
        </p>
      </div>
      <details className="relative justify-self-start md:justify-self-end">
        <summary className="inline-flex min-h-10 cursor-pointer items-center text-sm text-soft text-link">
          {ACCOUNT_WORDS[accountType]}
          <span className="sr-only">
            : change account type of <bdi>{fullName}</bdi>
          </span>
        </summary>
        {blockedAt ? (
          <p className="mt-2 text-sm text-soft">
            This account is blocked.{' '}
            <TextLink to={href('/admin/users/:id', { id })}>Unblock it</TextLink> first.
          </p>
        ) : (
          <Form
            method="get"
            action={href('/admin/users')}
            preventScrollReset
            className="mt-2 flex flex-wrap items-center gap-2"
          >
            {Object.entries(hiddenFields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input type="hidden" name="change" value={id} />
            <SelectField
              label={isolated(`Account type of ${fullName}`)}
              labelHidden
              name="to"
              defaultValue={accountType}
              options={accountTypes.map((value) => ({ value, label: ACCOUNT_WORDS[value] }))}
              className="w-36 [&_select]:h-10 [&_select]:text-sm [&_svg]:top-2.5"
            />
            <Button kind="secondary" size="small" className="min-h-10!">
              Change<span className="sr-only"> {fullName}</span>
            </Button>
          </Form>
        )}
      </details>
    </li>
  )
}
