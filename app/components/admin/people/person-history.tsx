import { href } from 'react-router'
import { KeyFigures } from '#app/components/admin/key-figures.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { Line, Section } from '#app/components/admin/page-section.tsx'
import { Stars } from '#app/components/ratings/stars.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { declineReason } from '#domain/admin/exports/payment-words.ts'
import { MAX_HISTORY } from '#domain/admin/lists/history-limits.ts'
import type { AccountSign, LinkedAccount } from '#domain/admin/lists/linked-accounts.ts'
import type { PersonHistory } from '#domain/admin/lists/person-history.ts'
import { REPORT_OUTCOMES, REPORT_REASONS } from '#domain/care/reports/report-words.ts'
import { MAX_DEPOSIT_ENTRIES } from '#domain/money/deposits/deposit-entries.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { PersonBadges } from './person-row.tsx'

/** '3' or '10+': there may be more than the newest, which are read. */
const counted = (rows: readonly unknown[], max = MAX_HISTORY) =>
  rows.length < max ? String(rows.length) : `${max}+`

type GlanceProps = {
  history: PersonHistory
  /** Deposits that were withheld from them. */
  withheldFromThem: readonly unknown[]
}

/** The numbers that a decision about a person begins with. */
export function PersonGlance({ history, withheldFromThem }: GlanceProps) {
  const { reports, marks, withheld, failed, linked } = history
  const about = reports.filter(({ isOwn }) => !isOwn)
  const open = about.filter(({ outcome }) => outcome === null).length
  const weak = linked.filter(({ signs }) => signs.every((sign) => sign === 'similar-card')).length
  return (
    <KeyFigures
      columns={6}
      figures={[
        { name: 'Reports about them', value: counted(about), more: `${open} open` },
        { name: 'Late, lost, no-shows', value: counted(marks), more: 'as renter' },
        {
          name: 'Deposits withheld',
          value: counted(withheldFromThem, MAX_DEPOSIT_ENTRIES),
          more: withheld.length > 0 ? `${counted(withheld)} as closet` : 'as renter',
        },
        { name: 'Failed payments', value: counted(failed), more: 'in a year' },
        {
          name: 'Other accounts',
          value: counted(linked),
          more: weak > 0 ? `${weak} by a weak sign` : 'with the same data',
        },
        { name: 'Notes', value: String(history.notes.length), more: 'of admins' },
      ]}
    />
  )
}

const MARKS = {
  late: 'Returned late',
  lost: 'Never came back',
  noShow: 'Did not come',
} as const satisfies Record<PersonHistory['marks'][number]['mark'], string>

/** What has happened with a person; kinds without any are left out. */
export function PersonHistorySections({ history }: { history: PersonHistory }) {
  const { marks, withheld, failed } = history
  return (
    <>
      <LinkedAccounts linked={history.linked} />
      <Reports reports={history.reports} />
      {marks.length > 0 && (
        <Section title="Late, lost and no-shows" empty={null}>
          <ul>
            {marks.map(({ id, title, start, end, mark, isOut }) => (
              <Line
                key={id}
                first={<TextLink to={href('/admin/rentals/:id', { id })}>{title}</TextLink>}
                second={`${showDate(start)} – ${showDate(end)}`}
                end={mark === 'late' && isOut ? 'Late, not back yet' : MARKS[mark]}
              />
            ))}
          </ul>
        </Section>
      )}
      {withheld.length > 0 && (
        <Section title="Withheld as closet" empty={null}>
          <ul>
            {withheld.map(({ id, title, renterName, cents, at }) => (
              <Line
                key={id}
                first={<TextLink to={href('/admin/rentals/:id', { id })}>{title}</TextLink>}
                second={
                  <Facts as="span">
                    <Moment at={at} as="day" />
                    <bdi>{renterName}</bdi>
                  </Facts>
                }
                end={dollars(cents)}
              />
            ))}
          </ul>
        </Section>
      )}
      {failed.length > 0 && (
        <Section title="Failed payments" empty={null}>
          <ul>
            {failed.map(({ id, cents, reason, failedAt, paymentMethod }) => (
              <Line
                key={id}
                first={reason ? declineReason(reason) : 'Refused'}
                second={
                  <Facts as="span">
                    <Moment at={failedAt} />
                    {paymentMethod}
                  </Facts>
                }
                end={dollars(cents)}
              />
            ))}
          </ul>
        </Section>
      )}
      <Reviews ratings={history.ratings} />
    </>
  )
}

const SIGNS = {
  phone: 'same phone',
  address: 'same address',
  card: 'same card',
  'similar-card': 'same last four digits and expiry (weak sign)',
} as const satisfies Record<AccountSign, string>

function LinkedAccounts({ linked }: { linked: readonly LinkedAccount[] }) {
  if (linked.length === 0) return null
  return (
    <Section title="Other accounts" empty={null}>
      <ul>
        {linked.map((person) => (
          <Line
            key={person.id}
            first={
              <>
                <TextLink to={href('/admin/users/:id', { id: person.id })}>
                  {person.fullName}
                </TextLink>{' '}
                <PersonBadges person={person} />
              </>
            }
            second={
              <Facts as="span">
                {person.email}
                {capitalized(person.signs.map((sign) => SIGNS[sign]).join(', '))}
              </Facts>
            }
          />
        ))}
      </ul>
    </Section>
  )
}

function Reports({ reports }: { reports: PersonHistory['reports'] }) {
  if (reports.length === 0) return null
  return (
    <Section title="Reports" empty={null}>
      <ul>
        {reports.map((report) => (
          <Line
            key={report.id}
            first={
              <TextLink to={href('/admin/reports/:id', { id: report.id })}>
                {REPORT_REASONS[report.reason]}: {report.title}
              </TextLink>
            }
            second={
              <Facts as="span">
                <Moment at={report.at} as="day" />
                {report.isOwn ? (
                  <>
                    Written by them about <bdi>{report.reportedName}</bdi>
                  </>
                ) : (
                  <>
                    By <bdi>{report.reporterName}</bdi>
                  </>
                )}
              </Facts>
            }
            end={
              report.outcome ? REPORT_OUTCOMES[report.outcome] : <Badge kind="accent">Open</Badge>
            }
          />
        ))}
      </ul>
    </Section>
  )
}

function Reviews({ ratings }: { ratings: PersonHistory['ratings'] }) {
  if (ratings.length === 0) return null
  return (
    <Section title="Reviews" empty={null}>
      <ul>
        {ratings.map((rating) => (
          <Line
            key={rating.id}
            first={
              <TextLink to={`${href('/admin/reviews')}?review=${rating.id}`}>
                {rating.isOwn ? (
                  <>
                    About <bdi>{rating.aboutName}</bdi>
                  </>
                ) : (
                  <>
                    By <bdi>{rating.writerName}</bdi>
                  </>
                )}
              </TextLink>
            }
            second={
              <>
                <Moment at={rating.publishedAt} as="day" />
                {rating.words && (
                  <span className="line-clamp-2 wrap-anywhere">“{rating.words}”</span>
                )}
              </>
            }
            end={
              <>
                <Stars stars={rating.stars} />
                {rating.hiddenAt && <Badge kind="danger">Hidden</Badge>}
              </>
            }
          />
        ))}
      </ul>
    </Section>
  )
}
