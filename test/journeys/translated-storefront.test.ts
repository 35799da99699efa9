import { testTranslated } from '#test/translated-walk.ts'

await testTranslated(['storefront', 'auth', 'hooks'])
