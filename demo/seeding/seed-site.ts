import { inTransaction, type Tx } from '#db/connection.ts'
import type { SectionType } from '#db/enums.ts'
import type { ImageId } from '#db/ids.ts'
import { scenes } from '#demo/catalogue/catalogue.ts'
import { PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import { CREDITS_A_MONTH, plans } from '#domain/money/plans/plans.ts'
import { shortDollars } from '#domain/shared/cents.ts'
import { newId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { pages } from '#domain/shared/pages.ts'
import { addRows } from './add-rows.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'
import { personId, shopperEmail } from './seed-people.ts'
import { storePictures } from './store-pictures.ts'

type Pictured = Pick<DemoContext, 'db' | 'images'>

const DAY_MS = 86_400_000

/** Adds the home page, the founder, contact messages and business applications. */
export async function seedSite(target: Pictured, folder: string, now: Date): Promise<void> {
  const admin = personId('admin@hemline.test')
  const store = (picture: string, use: 'section' | 'founder' | 'outfit', ownerId = admin) =>
    storePictures(target, folder, [{ picture, use, ownerId }], now).then(([id = newId()]) => id)
  const hero = await store(scenes.heroes[0], 'section')
  const portrait = await store(scenes.founder, 'founder')
  const applicant = personId(shopperEmail('Sylvie Marsh'))
  const outfits = await Promise.all(
    ['sage-linen-wrap', 'tartan-wool-coat'].map((picture) => store(picture, 'outfit', applicant)),
  )
  await inTransaction(target.db, async (tx) => {
    await seedHomePage(tx, hero, now)
    await seedFounder(tx, portrait, now)
    await seedFeedback(tx, now)
    await seedApplications(tx, outfits, now)
  })
}

type Section = {
  readonly type: SectionType
  readonly title?: string
  readonly subtitle?: string
  readonly content?: Readonly<Record<string, unknown>>
}

async function seedHomePage(tx: Tx, hero: string, now: Date) {
  const sections: readonly Section[] = [
    {
      type: 'hero',
      content: { button_text: 'Browse by occasion', button_link: pages.occasions, image_id: hero },
    },
    {
      type: 'carousel',
      title: 'New arrivals',
      subtitle: 'Just listed by our closets',
      content: { filter_type: 'latest', filter_value: 'all', limit: 12 },
    },
    {
      type: 'text',
      title: 'How renting works',
      content: {
        text: `Every item has a weekly price in credits, and one week covers up to 7 days. A credit costs ${shortDollars(Math.round(plans.subscription_monthly.priceCents / CREDITS_A_MONTH))} with the monthly plan and ${shortDollars(PACK_PRICE.priceCents / PACK_PRICE.credits)} in a pack.\n\nChoose an item, choose your dates and rent. The closet confirms, delivers it clean and pressed, and you give it back on the last day. How far a closet delivers is on the page of each item.`,
      },
    },
    {
      type: 'carousel',
      title: 'For the wedding season',
      subtitle: 'For brides, bridesmaids and guests',
      content: { filter_type: 'occasion', filter_value: 'Wedding', limit: 8 },
    },
    { type: 'stats', title: 'Hemline in numbers', content: {} },
    { type: 'brands', title: 'Labels in our closets' },
    {
      type: 'cta',
      title: 'Wear more. Own less.',
      subtitle:
        'See what credits cost, how the deposit works, and what happens from booking to return.',
      content: { button_text: 'How it works & prices', button_link: pages.howItWorks },
    },
  ]
  await addRows(
    tx,
    'home_sections',
    sections.map(({ type, title, subtitle, content }, order) => ({
      id: demoId(`section ${order}`),
      section_type: type,
      order_index: order,
      title: title ?? null,
      subtitle: subtitle ?? null,
      content: JSON.stringify(content ?? {}),
      created_at: now,
      updated_at: now,
    })),
  )
}

async function seedFounder(tx: Tx, portrait: string, now: Date) {
  const founder = {
    name: 'Adaeze Lindholm',
    role: 'Founder',
    image: imageAddress(portrait),
    bio: 'Cut patterns for fifteen years and kept every sample. Hemline began when her friends stopped asking and simply opened the closet.',
  }
  const description = 'One overfull closet, and too many friends with nothing to wear.'
  await tx
    .updateTable('about_content')
    .set({ content: `${description}\n\n${JSON.stringify([founder], null, 2)}`, updated_at: now })
    .where('section', '=', 'founders')
    .where('content', 'not like', '%[%')
    .execute()
}

const messages = [
  ['Iris Vale', 'The trench came pressed and smelling of cedar. I nearly kept it.'],
  ['Noor Haddad', 'Could you show the length of the dresses in inches? I am rather tall.'],
  ['Beatriz Luna', 'More plus sizes for weddings, please! What is there is lovely.'],
  ['Freya Osei', 'Picked up on Friday, returned on Thursday, no fuss at all. Thank you.'],
] as const

async function seedFeedback(tx: Tx, now: Date) {
  await addRows(
    tx,
    'feedback',
    messages.map(([name, message], index) => ({
      id: demoId(`feedback ${name}`),
      user_id: personId(shopperEmail(name)),
      name,
      email: shopperEmail(name),
      message,
      created_at: new Date(now.getTime() - (index * 5 + 2) * DAY_MS),
    })),
  )
}

/** One application waits for review: that of the shopper whose profile mentions it. */
async function seedApplications(tx: Tx, outfits: readonly ImageId[], now: Date) {
  const applicant = shopperEmail('Sylvie Marsh')
  await addRows(tx, 'business_applications', {
    id: demoId('application'),
    user_id: personId(applicant),
    full_name: 'Sylvie Marsh',
    city: 'Chicago',
    state: 'IL',
    instagram: '@sylviesattic.demo',
    outfit_images: [...outfits],
    driving_distance: '10 miles',
    meeting_flexibility: 'Weekday evenings after six, and any time at weekends.',
    contact_phone: '(312) 555-0181',
    applied_at: new Date(now.getTime() - 2 * DAY_MS),
  })
}
