import { expect, it } from 'vitest'
import { streamedText } from './streamed-text.ts'

const text = async (response: string | ReadableStream<Uint8Array>) =>
  typeof response === 'string' ? response : new Response(response).text()

it('is a text when there is one piece or none, and a stream when there are more', async () => {
  expect(await streamedText(async () => {})).toBe('')
  expect(await streamedText((give) => give('[]'))).toBe('[]')
  const long = await streamedText(async (give) => {
    for (const each of ['[1', ',2', ',é]']) await give(each)
  })
  expect(long).toBeInstanceOf(ReadableStream)
  expect(await text(long)).toBe('[1,2,é]')
})

it('reads on only as fast as the client', async () => {
  let read = 0
  const response = await streamedText(async (give) => {
    for (read = 1; read < 50; read++) await give(`${read} `)
  })
  const reader = (response as ReadableStream<Uint8Array>).getReader()
  expect(read).toBe(2)
  await reader.read()
  await reader.read()
  expect(read).toBeLessThanOrEqual(4)
  await reader.cancel()
})

it('rejects on errors before the second piece, and aborts afterwards', async () => {
  await expect(streamedText(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await expect(
    streamedText(async (give) => {
      await give('[1')
      throw new Error('gone')
    }),
  ).rejects.toThrow('gone')
  const broken = await streamedText(async (give) => {
    await give('[1')
    await give(',2')
    throw new Error('gone')
  })
  await expect(text(broken)).rejects.toThrow('gone')
})

it('ends when the client disconnects, and when it stalls', async () => {
  for (const loseClient of [(stream: ReadableStream) => stream.cancel(), async () => {}]) {
    const over = Promise.withResolvers<void>()
    const response = await streamedText(
      async (give) => {
        try {
          for (;;) await give('more')
        } finally {
          over.resolve()
        }
      },
      { stallMs: 5, wholeMs: 60_000 },
    )
    await loseClient(response as ReadableStream)
    await expect(over.promise).resolves.toBeUndefined()
  }
})

it('ends for a slow client after the total limit', async () => {
  const over = Promise.withResolvers<void>()
  const response = await streamedText(
    async (give) => {
      try {
        for (;;) await give('more')
      } finally {
        over.resolve()
      }
    },
    { stallMs: 60_000, wholeMs: 20 },
  )
  await expect(text(response)).rejects.toThrow('takes too long')
  await over.promise
})
