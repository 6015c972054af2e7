// A toy cipher for the disks of some devices: it seals and opens after some turns of the event loop, longer texts later
// than short ones, and opens nothing that was sealed elsewhere. A crash may come while it works.
import type { Codec } from '#web/store/base/codec.ts'
import { hold } from '../oracle/violation.ts'

export interface Cipher extends Codec {
  /** For the oracle, which looks while nothing moves. */
  readonly openNow: (sealed: string) => string
  readonly sealNow: (text: string) => string
}

async function pass(text: string): Promise<void> {
  for (let turn = 0; turn <= text.length % 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function cipherOf(key: number): Cipher {
  const mark = `~${key}~`
  const sealNow = (text: string) => mark + Buffer.from(text).toString('base64')
  const openNow = (sealed: string) => {
    hold(sealed.startsWith(mark), () => `A text on the disk was not sealed there: ${sealed.slice(0, 60)}`)
    return Buffer.from(sealed.slice(mark.length), 'base64').toString()
  }
  return {
    sealNow,
    openNow,
    async seal(text) {
      await pass(text)
      return sealNow(text)
    },
    async open(sealed) {
      await pass(sealed)
      return openNow(sealed)
    },
    sealBytes: (bytes) => bytes,
    openBytes: (sealed) => sealed,
  }
}
