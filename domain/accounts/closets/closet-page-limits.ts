// `shop_name_is_short` and `closet_text_is_short` have the same limits.
export const MAX_SHOP_NAME = 80
export const MAX_CLOSET_TEXT = 1000
