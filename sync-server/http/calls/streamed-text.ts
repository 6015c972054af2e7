// A text that may be long, sent while it is read: what was read waits in memory only until the client takes it.
import { Unavailable } from '#server/db/connect/unavailable.ts'

/** A client that takes nothing for so long, or has not taken all in the whole time, lets go of what the reading holds. */
const defaultTimeouts = { stallMs: 8_000, wholeMs: 120_000 }

/**
 * `read` gives the text in pieces, one after the other; each waits until the client has taken the one before. A text of
 * one piece is answered as a text. What `read` throws before the second piece is thrown here.
 */
export async function streamedText(
  read: (give: (piece: string) => Promise<void>) => Promise<void>,
  { stallMs, wholeMs } = defaultTimeouts,
): Promise<string | ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const answer = Promise.withResolvers<string | ReadableStream<Uint8Array>>()
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
      answer.resolve(readable)
      await send(first)
    }
    await send(piece)
  }

  void read(give)
    .then(
      () => (pieces > 1 ? writer.close() : answer.resolve(first)),
      (error: unknown) => (pieces > 1 ? writer.abort(error) : answer.reject(error)),
    )
    .catch(() => {})
  return answer.promise
}
