import { testTranslated } from '#test/translated-walk.ts'

await testTranslated((part) => ['business', 'admin', 'payouts'].includes(part))
