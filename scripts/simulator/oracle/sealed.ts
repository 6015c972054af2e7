// A sealed disk contains no readable word of rows, changes or forms.
import type { Device } from '../device/device.ts'
import { assert } from './violation.ts'

const canary = /canary[0-9a-f]{12}x\d+y/

export function checkSealed({ label, disk }: Device): void {
  if (!disk.cipher) return
  for (const [name, text] of disk.texts()) {
    const word = canary.exec(text)?.[0]
    assert(word === undefined, () => `${label} has ${word} unencrypted in ${name}`)
  }
}
