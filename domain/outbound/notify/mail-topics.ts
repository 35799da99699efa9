import { type MailTopic, mailTopics } from '#db/enums.ts'

/**
 * The emails that people can turn off. All others are about a running rental, money, security, a
 * decision that the recipient has to learn about, or a request that they wrote to the admins.
 */
const TOPICS: Readonly<Record<MailTopic, readonly string[]>> = {
  messages: ['unread-messages'],
  reviews: [
    'rating-remind',
    'rating-remind-owner',
    'rating-publish',
    'rating-publish-owner',
    'rating-reply',
    'rating-reply-owner',
  ],
  waitlist: ['waitlist-offer', 'waitlist-expired', 'waitlist-passed', 'new-items'],
  digest: ['closet-digest'],
  announcements: ['announcement'],
}

const byTemplate = new Map(
  mailTopics.flatMap((topic) => TOPICS[topic].map((template) => [template, topic] as const)),
)

/** The topic of an email; null for one that is always sent. */
export function topicOf(template: string): MailTopic | null {
  return byTemplate.get(template) ?? null
}
