// A text that may be long, sent while it is read: what was read waits in memory only until the client takes it.
import { Unavailable } from '../db/unavailable.ts'

/** A client that takes nothing for this long lets go of what the reading holds. */
const patienceMs = 8_000

/**
 * `read` gives the text in pieces, one after the other; each waits until the client has taken the one before. A text of
 * one piece is answered as a text. What `read` throws before the second piece is thrown here.
 */
export async function streamedText(
  read: (give: (piece: string) => Promise<void>) => Promise<void>,
  stallMs = patienceMs,
): Promise<string | ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const answer = Promise.withResolvers<string | ReadableStream<Uint8Array>>()
  let [first, pieces] = ['', 0]

  async function send(piece: string): Promise<void> {
    const taken = writer.write(encoder.encode(piece))
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Unavailable('The client takes nothing more')), stallMs)
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
