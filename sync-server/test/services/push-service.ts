import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { Fetch } from '#server/http/public-fetch.ts'
import type { PushParts } from '#server/entities/notifications/send-push.ts'

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer =>
  createHmac('sha256', key)
    .update(Buffer.concat(parts.map((each) => Buffer.from(each as string))))
    .digest()

function newPair() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair
}

const serverPair = newPair()
const serverKeys = {
  publicKey: serverPair.getPublicKey('base64url'),
  privateKey: serverPair.getPrivateKey('base64url'),
}

export const noPush: PushParts = {
  keys: serverKeys,
  seals: { open: (sealed) => sealed },
  fetch: async () => new Response(null, { status: 201 }),
  contact: 'mailto:operator@holdfast.test',
}

export function createPushService() {
  const browser = newPair()
  const auth = randomBytes(16)
  const received: {
    readonly message: unknown
    readonly headers: Record<string, string>
    readonly claims: unknown
    readonly to: string
  }[] = []
  const statuses = new Map([['/gone/', 410]])
  let pendingCount = 0
  const slow = new Map<string, Promise<void>>()

  function decrypt(body: Buffer): unknown {
    const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
    const sender = body.subarray(21, 21 + keyLength)
    const secret = hmac(auth, browser.computeSecret(sender))
    const material = hmac(secret, 'WebPush: info\0', browser.getPublicKey(), sender, Buffer.of(1))
    const key = hmac(salt, material)
    const nonce = hmac(key, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12)
    const content = hmac(key, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16)
    const decipher = createDecipheriv('aes-128-gcm', content, nonce)
    const sealed = body.subarray(21 + keyLength)
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }

  function claimsOf({ Authorization = '' }: Record<string, string>): unknown {
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(Authorization)!
    const [head, claims, signature] = token!.split('.') as [string, string, string]
    const point = Buffer.from(key!, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    if (!signed || key !== serverKeys.publicKey) throw new Error('Somebody else signed this')
    return JSON.parse(Buffer.from(claims, 'base64url').toString())
  }

  const fetch: Fetch = async (url, { headers, body }) => {
    await [...slow].find(([part]) => url.includes(part))?.[1]
    const [, status] = [...statuses].find(([part]) => url.includes(part)) ?? [url, 201]
    if (status === 0) {
      pendingCount += 1
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    }
    if (status < 300) received.push({ message: decrypt(body as Buffer), headers, claims: claimsOf(headers), to: url })
    return new Response(null, { status })
  }

  return {
    fetch,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    take: () => received.splice(0),
    pendingCount: () => pendingCount,
    delay(part: string): { go(): void } {
      const { promise, resolve } = Promise.withResolvers<void>()
      slow.set(part, promise)
      return { go: resolve }
    },
    respond: (next: number, part = '/') => void statuses.set(part, next),
  }
}
