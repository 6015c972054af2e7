// Unencrypted, or in the project `sealed` unreadable and asynchronous, so that an open transaction would end.
import { type Codec, plain } from '#web/store/base/codec.ts'

export const disks: { codec: Codec } = { codec: plain }

const mark = '~sealed~'

async function turns({ length }: { readonly length: number }): Promise<void> {
  // Longer texts take longer, so that a test fails when code relies on the order.
  for (let turn = 0; turn <= length % 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const backwards = (text: string): string => Array.from(text).reverse().join('')

const inverted = (bytes: ArrayBuffer): ArrayBuffer => new Uint8Array(bytes).map((byte) => byte ^ 0xff).buffer

export const slowCodec: Codec = {
  async seal(text) {
    await turns(text)
    return mark + backwards(text)
  },
  async open(sealed) {
    await turns(sealed)
    if (!sealed.startsWith(mark)) throw new Error('This was not sealed')
    return backwards(sealed.slice(mark.length))
  },
  async sealBytes(bytes) {
    await turns({ length: bytes.byteLength })
    return inverted(bytes)
  },
  async openBytes(sealed) {
    await turns({ length: sealed.byteLength })
    return inverted(sealed)
  },
}
