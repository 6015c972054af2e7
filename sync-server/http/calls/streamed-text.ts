// Only unread pieces stay in memory.
import { Unavailable } from '#server/db/connect/unavailable.ts'

/** A client that stalls, or takes too long in total, loses the stream. */
const defaultTimeouts = { stallMs: 8_000, wholeMs: 120_000 }

/** `read` passes pieces to `give`, which waits for the client. Errors before the second piece reject. */
export async function streamedText(
  read: (sendPiece: (piece: string) => Promise<void>) => Promise<void>,
  { stallMs, wholeMs } = defaultTimeouts,
): Promise<string | ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const result = Promise.withResolvers<string | ReadableStream<Uint8Array>>()
  const begun = performance.now()
  let [first, pieces] = ['', 0]

  async function send(piece: string): Promise<void> {
    const tooLong = new Unavailable('The client takes too long')
    const left = begun + wholeMs - performance.now()
    if (left <= 0) throw tooLong
    const taken = writer.write(encoder.encode(piece))
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(tooLong), Math.min(stallMs, left))
    try {
      await Promise.race([taken, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async function give(piece: string): Promise<void> {
    pieces += 1
    if (pieces === 1) {
      first = piece
      return
    }
    if (pieces === 2) {
      result.resolve(readable)
      await send(first)
    }
    await send(piece)
  }

  void read(give)
    .then(
      () => (pieces > 1 ? writer.close() : result.resolve(first)),
      (error: unknown) => (pieces > 1 ? writer.abort(error) : result.reject(error)),
    )
    .catch(() => {})
  return result.promise
}
