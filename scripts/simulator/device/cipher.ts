// Sealing and opening take one to four turns of the event loop, so that a crash can fall in between.
import type { Codec } from '#web/store/base/codec.ts'
import { assert } from '../oracle/violation.ts'

export interface Cipher extends Codec {
  /** For the oracle, synchronously. */
  readonly openNow: (sealed: string) => string
  readonly sealNow: (text: string) => string
}

async function waitTurns(text: string): Promise<void> {
  for (let turn = 0; turn <= text.length % 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function cipherOf(key: number): Cipher {
  const prefix = `~${key}~`
  const sealNow = (text: string) => prefix + Buffer.from(text).toString('base64')
  const openNow = (sealed: string) => {
    assert(sealed.startsWith(prefix), () => `A text on the disk was not sealed with this key: ${sealed.slice(0, 60)}`)
    return Buffer.from(sealed.slice(prefix.length), 'base64').toString()
  }
  return {
    sealNow,
    openNow,
    async seal(text) {
      await waitTurns(text)
      return sealNow(text)
    },
    async open(sealed) {
      await waitTurns(sealed)
      return openNow(sealed)
    },
    sealBytes: (bytes) => bytes,
    openBytes: (sealed) => sealed,
  }
}
