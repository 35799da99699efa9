import { href } from 'react-router'
import { FORM_INCOMPLETE } from '#app/components/admin/admin-sentences.ts'
import {
  ALREADY_PUBLISHED,
  ANNOUNCEMENT_GONE,
  ANNOUNCEMENT_NOT_SAVED,
  AUDIENCES,
  DRAFT_SENTENCES,
} from '#app/components/admin/announcements/announcement-words.ts'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { announcementAudiences } from '#db/enums.ts'
import type { AnnouncementId, CityId } from '#db/ids.ts'
import { activeCities } from '#domain/catalogue/cities/cities.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'
import { storable } from '#domain/shared/plain-text.ts'
import { parseCalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { findAnnouncement } from '#domain/site/announcements/announcements.ts'
import type { DraftProblem } from '#domain/site/announcements/check-draft.ts'
import { type DraftInput, saveAnnouncement } from '#domain/site/announcements/edit-announcement.ts'

/** Saves a draft from its form; its preview follows. `id` is null for a new one. */
export async function saveDraft(
  context: Context,
  request: Request,
  { form, id }: { form: FormData; id: AnnouncementId | null },
) {
  const { db, clock, admin } = adminIn(context)
  const ownId = id ?? parseId<AnnouncementId>(form.get('announcement'))
  if (!ownId) return answerProblem(problem(FORM_INCOMPLETE, { form }))
  const input = draftOf(form, ownId, seenIn(form) ?? (id && ''))
  const at = { now: clock(), today: todayIn(context) }
  const saved = await attempt(context, request, () => saveAnnouncement(db, admin, input, at))
  if (saved.ok)
    return redirectWithSuccess(
      href('/admin/announcements/:id/publish', { id: ownId }),
      'The draft is saved. Nothing is published yet.',
    )
  const { problem: refusal } = saved
  switch (refusal.reason) {
    case 'not-valid':
      return answerProblem(problem('', { form, fields: sentencesFor(refusal.problems) }))
    case 'edit-conflict':
      return answerProblem(await conflictWith(context, input, form), 409)
    case 'already-published':
      return noDraft(request, form, {
        sentence: ALREADY_PUBLISHED,
        to: href('/admin/announcements/:id', { id: ownId }),
      })
    case 'announcement-not-found':
      return id === null
        ? notSaved(form)
        : noDraft(request, form, { sentence: ANNOUNCEMENT_GONE, to: href('/admin/announcements') })
    case 'unexpected':
      return notSaved(form)
  }
}

/** With a script the form stays with its words; without one, the page loaded next has no form for them. */
function noDraft(
  request: Request,
  form: FormData,
  { sentence, to }: { readonly sentence: string; readonly to: string },
) {
  return new URL(request.url).pathname.endsWith('.data')
    ? answerProblem(problem(sentence, { form }), 409)
    : redirectWithError(to, sentence)
}

const notSaved = (form: FormData) => answerProblem(problem(ANNOUNCEMENT_NOT_SAVED, { form }), 500)

function draftOf(form: FormData, id: AnnouncementId, seen: string | null): DraftInput {
  const text = (name: string) => storable(String(form.get(name) ?? ''))
  return {
    id,
    seen,
    title: text('title'),
    words: text('words'),
    linkAddress: text('link_address'),
    linkLabel: text('link_label'),
    audience: announcementAudiences.find((known) => known === form.get('audience')) ?? null,
    cityId: parseId<CityId>(form.get('city')),
    hasBanner: form.has('has_banner'),
    hasEmail: form.has('has_email'),
    startsOn: parseCalendarDate(form.get('starts_on')),
    endsOn: parseCalendarDate(form.get('ends_on')),
  }
}

/** The first sentence of each field. */
export function sentencesFor(problems: readonly DraftProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map((one) => DRAFT_SENTENCES[one]))
}

/** What another admin has saved since the form was opened. */
async function conflictWith(context: Context, input: DraftInput, form: FormData) {
  const { db, admin } = adminIn(context)
  const theirs = orNotFound(await findAnnouncement(db, admin, input.id))
  const by = await lastEditor(db, admin, { noun: 'announcement', nounId: input.id })
  const city = (await activeCities(db)).find(({ id }) => id === input.cityId)
  const yesNo = (value: boolean) => (value ? 'yes' : 'no')
  const changes = editConflict(theirs.version, [
    ['Title', theirs.title, input.title],
    ['Text', theirs.words, input.words],
    ['Link', theirs.linkAddress, input.linkAddress],
    ['Words of the link', theirs.linkLabel, input.linkLabel],
    ['For', AUDIENCES[theirs.audience], input.audience && AUDIENCES[input.audience]],
    [
      'City',
      theirs.city && `${theirs.city}, ${theirs.state}`,
      city ? `${city.name}, ${city.state}` : null,
    ],
    ['Banner', yesNo(theirs.hasBanner), yesNo(input.hasBanner)],
    ['Email', yesNo(theirs.hasEmail), yesNo(input.hasEmail)],
    ['First day', showDate(theirs.startsOn), input.startsOn && showDate(input.startsOn)],
    ['Last day', showDate(theirs.endsOn), input.endsOn && showDate(input.endsOn)],
  ])
  return problem(changedSentence('this announcement', by), { form, editConflict: changes })
}

/** What the form of an announcement needs besides the draft. */
export async function formChoices(context: Context) {
  const { db } = adminIn(context)
  return { cities: await activeCities(db), today: todayIn(context) }
}

/** The announcement of an address, or 404. */
export async function announcementAt(context: Context, id: string | undefined) {
  const { db, admin } = adminIn(context)
  const known = orNotFound(parseId<AnnouncementId>(id))
  return orNotFound(await findAnnouncement(db, admin, known))
}
