import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, sealedSize, UnreadableBackup, unseal } from './encrypted-file.ts'

const key = { id: 'first', bytes: randomBytes(32) }
const chunk = 256 * 1024

async function join(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a sealed file', () => {
  it.each([0, 1, 1_000, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 17])('of %i bytes opens', async (size) => {
    const bytes = randomBytes(size)
    const sealed = await join(seal(key, 'a', inPieces(bytes, 70_001)))
    expect(sealed.length).toBe(sealedSize(key, size))
    expect((await join(unseal([key], 'a', inPieces(sealed, 33_333)))).equals(bytes)).toBe(true)
  })

  it('does not open under another name, with chunks in another order, or when it was cut off at a chunk', async () => {
    const sealed = await join(seal(key, 'a', [randomBytes(3 * chunk)]))
    const header = sealedSize(key, 0) - 16
    const [first, second, third] = [0, 1, 2].map((i) =>
      sealed.subarray(header + i * (chunk + 16), header + (i + 1) * (chunk + 16)),
    ) as [Buffer, Buffer, Buffer]
    const head = sealed.subarray(0, header)
    const opened = (...parts: Buffer[]) => join(unseal([key], 'a', parts))
    expect((await opened(head, first, second, third)).length).toBe(3 * chunk)
    await expect(opened(head, second, first, third)).rejects.toThrow(UnreadableBackup)
    await expect(opened(head, first, second)).rejects.toThrow(UnreadableBackup)
    await expect(opened(head)).rejects.toThrow(UnreadableBackup)
    await expect(join(unseal([key], 'b', [sealed]))).rejects.toThrow(UnreadableBackup)
  })
})
