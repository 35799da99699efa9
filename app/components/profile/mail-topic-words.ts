import type { MailTopic } from '#db/enums.ts'

/** What each choice is called, and what its emails say. */
export const MAIL_TOPICS = {
  messages: { title: 'Messages', line: 'Someone sent you a message and you have not read it yet.' },
  reviews: {
    title: 'Reviews',
    line: 'A review about you is published, or someone replies to yours.',
  },
  waitlist: {
    title: 'Waitlist and saved searches',
    line: 'An item you are waiting for becomes available, you are removed from a waitlist, or new items match a search that you have saved.',
  },
  digest: {
    title: 'Daily to-do list for your closet',
    line: 'What to deliver, collect and respond to today.',
  },
  announcements: {
    title: 'Announcements',
    line: 'What Hemline tells everybody, closets or the renters of your city.',
  },
} as const satisfies Record<MailTopic, { title: string; line: string }>
