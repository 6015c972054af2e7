// Unencrypted, or in the project `sealed` unreadable and asynchronous, so that an open transaction would end.
import { type Codec, plain } from '#web/store/base/codec.ts'

export const disks: { codec: Codec } = { codec: plain }

const sealedPrefix = '~sealed~'

async function waitTurns({ length }: { readonly length: number }): Promise<void> {
  // Longer texts take longer, so that a test fails when code relies on the order.
  for (let turn = 0; turn <= length % 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const reversed = (text: string): string => Array.from(text).reverse().join('')

const inverted = (bytes: ArrayBuffer): ArrayBuffer => new Uint8Array(bytes).map((byte) => byte ^ 0xff).buffer

export const slowCodec: Codec = {
  async seal(text) {
    await waitTurns(text)
    return sealedPrefix + reversed(text)
  },
  async open(sealed) {
    await waitTurns(sealed)
    if (!sealed.startsWith(sealedPrefix)) throw new Error('This was not sealed')
    return reversed(sealed.slice(sealedPrefix.length))
  },
  async sealBytes(bytes) {
    await waitTurns({ length: bytes.byteLength })
    return inverted(bytes)
  },
  async openBytes(sealed) {
    await waitTurns({ length: sealed.byteLength })
    return inverted(sealed)
  },
}
