import { expect, test } from 'vitest'
import { answerCsv } from './csv-answer.ts'

/** Many batches, and how many of them were requested. */
function manyBatches() {
  const read = { batches: 0, ended: false }
  async function* batches() {
    try {
      for (; read.batches < 1000; ) {
        read.batches += 1
        yield [`row ${read.batches}`]
      }
    } finally {
      read.ended = true
    }
  }
  return { read, batches: batches() }
}

test('rows are read only as fast as the client takes them, and not after it has left', async () => {
  const { read, batches } = manyBatches()
  const file = await answerCsv('a.csv', ['Row'], batches, (text) => [text])
  const reader = file.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toBe('\ufeffRow\r\nrow 1\r\n'.slice(1))
  await new Promise((resolve) => setImmediate(resolve))
  // One batch is buffered.
  expect(read.batches).toBe(2)
  await reader?.cancel()
  expect(read).toEqual({ batches: 2, ended: true })
})

test('a table that cannot be read at all is an error, not a file', async () => {
  async function* failing(): AsyncGenerator<string[]> {
    yield await Promise.reject(new Error('unreadable'))
  }
  await expect(answerCsv('a.csv', ['Row'], failing(), (text) => [text])).rejects.toThrow(
    'unreadable',
  )
})
