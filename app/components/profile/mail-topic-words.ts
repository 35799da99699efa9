import type { MailTopic } from '#db/enums.ts'

/** What each choice is called, and what its emails say. */
export const MAIL_TOPICS = {
  messages: { title: 'Messages', line: 'Somebody wrote to you and you have not read it yet.' },
  reviews: { title: 'Reviews', line: 'A review about you is published, or somebody replied.' },
  waitlist: {
    title: 'Waitlist',
    line: 'An item you are waiting for is free, or your place ended.',
  },
  digest: {
    title: 'Daily list of your closet',
    line: 'What to deliver, collect and answer today.',
  },
} as const satisfies Record<MailTopic, { title: string; line: string }>
