import { counted } from '#domain/shared/figures.ts'
import { PACK_MONTHS } from './pack-price.ts'

/** 'expire 3 months after the purchase': for the credits of a pack and of a gift. */
export const PACK_EXPIRY = `expire ${counted(PACK_MONTHS, 'month')} after the purchase`
