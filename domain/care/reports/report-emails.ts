import type { ReportedNoun, ReportOutcome, ReportReason } from '#db/enums.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'
import { OBJECTION_MONTHS } from './report-limits.ts'
import { REPORT_REASONS, REPORTED_NOUNS, reportedThing, reportedWords } from './report-words.ts'

/** To the reporter, at once: confirms the report and says what happens next. */
export function reportReceived({
  fullName,
  noun,
  title,
  words,
  origin,
}: {
  readonly fullName: string
  readonly noun: ReportedNoun
  readonly title: string
  readonly words: string
  readonly origin: string
}): Email {
  return {
    template: 'report-received',
    subject: 'We received your report',
    greeting: hello(fullName),
    paragraphs: [
      `Thank you for your report about ${reportedThing(noun, title, 'a')}. A person at Hemline will read it and decide. You will get an email with the decision and the reasons.`,
      ...reportedWords(noun, title),
      `You wrote: “${words}”`,
      'We do not tell the other side who sent it.',
    ],
    button: { text: 'Browse Items', url: `${origin}${pages.styles}` },
  }
}

export type DecidedReport = {
  readonly noun: ReportedNoun
  readonly title: string
  readonly reason: ReportReason
  readonly outcome: ReportOutcome
  readonly reasons: string
  readonly origin: string
}

/** To the reporter: the decision, the reasons, and how to object. */
export function reportDecided({
  fullName,
  ...decided
}: DecidedReport & { readonly fullName: string }): Email {
  const { title, noun, outcome, reasons, origin } = decided
  return {
    template: 'report-decided',
    subject: 'Our decision on your report',
    greeting: hello(fullName),
    paragraphs: [
      `You reported ${reportedThing(noun, title, 'a')}. ${FOR_REPORTER[outcome](noun)}`,
      ...reportedWords(noun, title),
      `Our reasons: “${reasons}”`,
      ...objection('the decision'),
    ],
    button: { text: 'Object to the decision', url: `${origin}${pages.feedback}`, isContact: true },
  }
}

const FOR_REPORTER: Readonly<Record<ReportOutcome, (noun: ReportedNoun) => string>> = {
  no_action: (noun) =>
    noun === 'person'
      ? 'We found nothing that breaks our terms, and took no action.'
      : `We found that the ${REPORTED_NOUNS[noun]} does not break our terms, and took no action.`,
  warned: (noun) =>
    noun === 'person'
      ? 'We found a violation of our terms and issued a warning.'
      : `The ${REPORTED_NOUNS[noun]} breaks our terms. We warned the person responsible.`,
  removed: (noun) => `The ${REPORTED_NOUNS[noun]} breaks our terms. We removed it.`,
  blocked: () => 'We blocked the account responsible.',
}

/** To the side that was reported: a statement of reasons that does not name the reporter. */
export function reportedDecided({
  fullName,
  shown,
  ...decided
}: DecidedReport & {
  readonly fullName: string
  readonly shown: string
  /** What follows from the removal or the block. */
  readonly details?: readonly string[]
}): Email {
  const { noun, reason, outcome, reasons, origin, details = [] } = decided
  const thing = reportedThing(noun, decided.title, 'your')
  return {
    template: 'report-about-you-decided',
    subject: outcome === 'no_action' ? `A report about ${thing}` : `Our decision about ${thing}`,
    greeting: hello(fullName),
    paragraphs: [
      `Someone reported ${noun === 'person' ? 'you' : `your ${REPORTED_NOUNS[noun]}`} to us: “${REPORT_REASONS[reason]}”. A person at Hemline read the report and made the decision; nothing was automated.`,
      ...(noun === 'person' ? [] : [`It is about: “${shown}”`]),
      FOR_REPORTED[outcome](noun),
      `Our reasons: “${reasons}”`,
      ...details,
      ...(outcome === 'no_action'
        ? ['You do not need to do anything.']
        : ['The basis is our terms, which apply everywhere on Hemline.', ...objection('this')]),
    ],
    button: { text: 'Contact us', url: `${origin}${pages.feedback}`, isContact: true },
  }
}

const FOR_REPORTED: Readonly<Record<ReportOutcome, (noun: ReportedNoun) => string>> = {
  no_action: () => 'We found nothing that breaks our terms, and took no action.',
  warned: (noun) =>
    `This breaks our terms. This is a warning: if it happens again, we may ${noun === 'person' ? '' : 'remove it or '}block your account.`,
  removed: (noun) =>
    `The ${REPORTED_NOUNS[noun]} breaks our terms. It was removed and is no longer shown.`,
  blocked: () => 'This breaks our terms. Your account was blocked, and its listings are not shown.',
}

/** How to object (Digital Services Act, articles 17, 20 and 21). */
function objection(what: string): string[] {
  return [
    `You can object to ${what} within ${OBJECTION_MONTHS} months, free of charge: contact us and say what we got wrong. Someone other than the person who decided will look at it where possible. You can also go to a certified out-of-court dispute settlement body or to a court.`,
  ]
}
