import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { Site } from '#test/app.ts'
import { appealedRental } from './appealed-rental.ts'
import { LONG_NAME, LONG_TITLE } from './long-words.ts'

/** A partly withheld deposit without an appeal, and an appeal at each stage; a renter for each. */
export async function appealsAtEachStage(site: Site, by: { closet: ClosetOwner; admin: Admin }) {
  const at = async (until: 'withheld' | 'filed' | 'answered' | 'decided') => {
    const renter = await site.make.shopper({ full_name: LONG_NAME })
    const appealed = { ...by, renter, title: LONG_TITLE, words: LONG_TITLE, until }
    return { renter, rentalId: await appealedRental(site.db, appealed, site.clock.now()) }
  }
  return {
    withheld: await at('withheld'),
    filed: await at('filed'),
    answered: await at('answered'),
    decided: await at('decided'),
  }
}
