import dmSerifDisplay from '@fontsource/dm-serif-display/files/dm-serif-display-latin-400-normal.woff2?url'
import lato from '@fontsource/lato/files/lato-latin-400-normal.woff2?url'
import latoBold from '@fontsource/lato/files/lato-latin-700-normal.woff2?url'
import poppins from '@fontsource/poppins/files/poppins-latin-400-normal.woff2?url'
import poppinsMedium from '@fontsource/poppins/files/poppins-latin-500-normal.woff2?url'
import bodoniModa from '@fontsource-variable/bodoni-moda/files/bodoni-moda-latin-wght-normal.woff2?url'
import cormorantGaramond from '@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2?url'
import dmSans from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url'
import ebGaramond from '@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import josefinSans from '@fontsource-variable/josefin-sans/files/josefin-sans-latin-wght-normal.woff2?url'
import libreBaskerville from '@fontsource-variable/libre-baskerville/files/libre-baskerville-latin-wght-normal.woff2?url'
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url'
import manrope from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import merriweather from '@fontsource-variable/merriweather/files/merriweather-latin-wght-normal.woff2?url'
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url'
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url'
import openSans from '@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2?url'
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url'
import quicksand from '@fontsource-variable/quicksand/files/quicksand-latin-wght-normal.woff2?url'
import raleway from '@fontsource-variable/raleway/files/raleway-latin-wght-normal.woff2?url'
import roboto from '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2?url'
import sourceSans3 from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import workSans from '@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2?url'
import type { Font } from '#domain/site/style/fonts.ts'

// Only the latin subset, which the interface uses. Other characters fall back to the system's
// fonts.

/** A font file and its weights. */
export type FontFace = { readonly url: string; readonly weight: string }

/** The two that the site's own stylesheet declares. */
export const ownFontFiles: Partial<Record<Font, string>> = {
  Inter: inter,
  'Playfair Display': playfairDisplay,
}

/** All other fonts served by the site. */
export const fontFaces: Partial<Record<Font, readonly FontFace[]>> = {
  Montserrat: [{ url: montserrat, weight: '100 900' }],
  Roboto: [{ url: roboto, weight: '100 900' }],
  'Open Sans': [{ url: openSans, weight: '300 800' }],
  'Cormorant Garamond': [{ url: cormorantGaramond, weight: '300 700' }],
  Lora: [{ url: lora, weight: '400 700' }],
  Merriweather: [{ url: merriweather, weight: '300 900' }],
  'EB Garamond': [{ url: ebGaramond, weight: '400 800' }],
  'Libre Baskerville': [{ url: libreBaskerville, weight: '400 700' }],
  'Bodoni Moda': [{ url: bodoniModa, weight: '400 900' }],
  Fraunces: [{ url: fraunces, weight: '100 900' }],
  Raleway: [{ url: raleway, weight: '100 900' }],
  Nunito: [{ url: nunito, weight: '200 1000' }],
  'Work Sans': [{ url: workSans, weight: '100 900' }],
  'Source Sans 3': [{ url: sourceSans3, weight: '200 900' }],
  'DM Sans': [{ url: dmSans, weight: '100 1000' }],
  Manrope: [{ url: manrope, weight: '200 800' }],
  'Josefin Sans': [{ url: josefinSans, weight: '100 700' }],
  Quicksand: [{ url: quicksand, weight: '300 700' }],
  'DM Serif Display': [{ url: dmSerifDisplay, weight: '400' }],
  Lato: [
    { url: lato, weight: '400' },
    { url: latoBold, weight: '700' },
  ],
  Poppins: [
    { url: poppins, weight: '400' },
    { url: poppinsMedium, weight: '500' },
  ],
}
