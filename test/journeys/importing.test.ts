import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make, db } = site

const TITLES = 'sku,title,size,style,occasion,price'
const file = (name: string, bytes: Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: bytes,
})
const csv = (...rows: string[]) => file('spring.csv', Buffer.from([TITLES, ...rows].join('\n')))

async function zipOf(names: readonly string[]) {
  const zip = new ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(flatPng(300, 600)), name)
  zip.end()
  return file('photos.zip', await buffer(zip.outputStream))
}

test('a closet imports a file with photos in a ZIP file, sees the problems, and finds what needs a photo', async () => {
  const closet = await make.closet()
  const page = await site.open('/business', { as: closet })
  await page.getByRole('link', { name: 'Import listings' }).click()
  await page
    .getByLabel('CSV file')
    .setInputFiles(
      csv(
        'A-1,Velvet gown,M,Formal,Wedding,70',
        'A-2,Silk top,S,Casual,Party,28',
        'A-3,Wool coat,Huge,Classic,Business,42',
      ),
    )
  await page.getByLabel('Photos').setInputFiles(await zipOf(['A-1.png', 'A-1-2.png']))
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('We are checking your file.').waitFor()
  await site.drainJobs()
  await page.getByText('2 new, 0 changed, 1 refused').waitFor()
  await page.getByText('“Huge” is not a size. It can be XS, S, M, L, XL, or XXL.').waitFor()
  await page.getByRole('button', { name: 'Import 2' }).click()
  await page.getByText('0 of 2 imported.').waitFor()
  await site.drainJobs()
  await page.getByText('1 item needs a photo').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download refused rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('hemline-refused-rows.csv')
  await page.getByRole('link', { name: 'Items that need a photo' }).click()
  await page.getByRole('heading', { name: 'Silk top' }).waitFor()
  const photos = await db.selectFrom('item_photos').selectAll().execute()
  expect(photos).toHaveLength(1)
})

test('without a script the page of an import reloads until the file is checked', async () => {
  const options = { as: await make.closet(), javaScript: false }
  const page = await site.open('/business/imports', options)
  await page.getByLabel('CSV file').setInputFiles(csv('A-1,Velvet gown,M,Formal,Wedding,70'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('We are checking your file.').waitFor()
  await site.drainJobs()
  await page.getByText('1 new, 0 changed').waitFor()
})

test('a file that cannot be read is refused at its field, and can be chosen again', async () => {
  const page = await site.open('/business/imports', { as: await make.closet() })
  await page
    .getByLabel('CSV file')
    .setInputFiles(file('a.csv', Buffer.from('sku,title\nA-1,"Gown\n')))
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('Row 2 cannot be read. Please check its quotation marks.').waitFor()
  await page.getByLabel('CSV file').setInputFiles(csv('A-1,Velvet gown,M,Formal,Wedding,70'))
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('We are checking your file.').waitFor()
  await site.drainJobs()
  await page.getByText('1 new, 0 changed').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Discarded. Nothing was imported.').waitFor()
})

const SQUARE = `Token,Item Name,Variation Name,SKU,Description,Price,Option Name 1,Option Value 1
T1,Silk gown,S,,Bias cut.,$5.00,Size,S
T2,Silk gown,3XL,,Bias cut.,$5.00,Size,3XL
`

test.for([
  true,
  false,
])('columns of another shop are chosen and a row is corrected with the keyboard; script: %s', async (javaScript) => {
  const page = await site.open('/business/imports', { as: await make.closet(), javaScript })
  await page.getByLabel('CSV file').setInputFiles(file('items.csv', Buffer.from(SQUARE)))
  await page.getByRole('button', { name: 'Check file' }).press('Enter')
  await page.getByRole('heading', { name: 'Columns of your file' }).waitFor()
  await page.getByLabel('Style').selectOption('Formal')
  await page.getByLabel('Occasion').selectOption('Wedding')
  await page.getByRole('button', { name: 'Check items' }).press('Enter')
  await page.getByText('Please choose what “Price” means').waitFor()
  expect(await page.getByLabel('Style').inputValue()).toBe('Formal')
  await page.getByLabel('What is “Price”?').selectOption('Price in dollars a day')
  await page.getByRole('button', { name: 'Check items' }).press('Enter')
  await page.getByText('We are checking your file.').waitFor()
  await site.drainJobs()
  await page.getByText('1 new, 0 changed, 1 refused').waitFor()
  await page.getByLabel('Size').selectOption('XXL')
  await page.getByRole('button', { name: 'Save row 3' }).press('Enter')
  await page.getByText('2 new, 0 changed').waitFor()
  await page.getByRole('button', { name: 'Import 2' }).press('Enter')
  await page.getByText('Your items are being imported.').waitFor()
  await site.drainJobs()
  await page.getByText('2 items need a photo').waitFor()
})
