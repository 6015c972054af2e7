// All nodes need the same pair (RFC 8292).
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '#server/config.ts'
import { writeOnce } from '#server/secrets/keys.ts'

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`))

const pushKeys = z.object({ publicKey: base64url(65), privateKey: base64url(32) })
export type PushKeys = Readonly<z.infer<typeof pushKeys>>

type PushKeySettings = Pick<Config, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'DATA_DIR'>

const pathIn = (folder: string): string => join(folder, 'push-keys.json')

export function openPushKeys(settings: PushKeySettings): PushKeys {
  const { VAPID_PUBLIC_KEY, DATA_DIR } = settings
  if (!VAPID_PUBLIC_KEY) writeOnce(pathIn(DATA_DIR), DATA_DIR, () => JSON.stringify(newPushKeys()))
  return readPushKeys(settings)!
}

/** Undefined when no server has created them yet. */
export function readPushKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, DATA_DIR }: PushKeySettings): PushKeys | undefined {
  const path = pathIn(DATA_DIR)
  if (!VAPID_PUBLIC_KEY && !existsSync(path)) return undefined
  const parsed = VAPID_PUBLIC_KEY
    ? pushKeys.safeParse({ publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY })
    : pushKeys.safeParse(parseJson(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  const where = VAPID_PUBLIC_KEY ? 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY hold' : `${path} holds`
  throw new Error(`${where} a pair of P-256 keys in base64url, of 65 and 32 bytes`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function newPushKeys(): PushKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d! }
}
