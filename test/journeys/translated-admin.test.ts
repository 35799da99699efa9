import { testTranslated } from '#test/browser/translated-walk.ts'

await testTranslated(['admin'])
