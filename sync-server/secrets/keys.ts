// Newest first. Files are read on each use, because keys can be added while the server runs.
import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

export interface SecretKey {
  readonly id: string
  readonly bytes: Buffer
}

const fileName = 'secret-keys'
const expected =
  'keys of 32 bytes in base64 with a name each, the newest first: NAME:BASE64, separated by commas or lines'

export function parseKeys(text: string, from: string): readonly SecretKey[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  const keys = entries.map((entry): SecretKey => {
    const [, id, base64] = /^([a-z0-9-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(entry) ?? []
    if (!id || !base64) throw new Error(`${from} holds ${expected}`)
    return { id, bytes: Buffer.from(base64, 'base64') }
  })
  if (keys.length === 0) throw new Error(`${from} is empty; it holds ${expected}`)
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error(`${from} has two keys with the same name`)
  return keys
}

type KeySettings = Pick<Config, 'SECRET_KEYS' | 'SECRET_KEYS_FILE' | 'DATA_DIR'>

export function openKeys(config: KeySettings, now: () => Date): () => readonly SecretKey[] {
  if (config.SECRET_KEYS) {
    const keys = parseKeys(config.SECRET_KEYS, 'SECRET_KEYS')
    return () => keys
  }
  const path = config.SECRET_KEYS_FILE ?? join(config.DATA_DIR, fileName)
  if (!config.SECRET_KEYS_FILE) writeOnce(path, config.DATA_DIR, () => `${newKey(now())}\n`)
  const read = () => parseKeys(readFileSync(path, 'utf8'), path)
  read()
  return read
}

export function newKey(now: Date): string {
  const name = `${now.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`
  return `${name}:${randomBytes(32).toString('base64')}`
}

/** Throws if the keys are in SECRET_KEYS. */
export function addKey(config: KeySettings, now: Date): void {
  if (config.SECRET_KEYS)
    throw new Error(`SECRET_KEYS holds the keys: put a new one in front of them and start every node with it`)
  const path = config.SECRET_KEYS_FILE ?? join(config.DATA_DIR, fileName)
  const fresh = writeAtomically(path, `${newKey(now)}\n${readFileSync(path, 'utf8')}`)
  renameSync(fresh, path)
}

/** Writes the file once, even if several processes start together. */
export function writeOnce(path: string, folder: string, make: () => string): void {
  if (existsSync(path)) return
  mkdirSync(folder, { recursive: true })
  const fresh = writeAtomically(path, make())
  try {
    linkSync(fresh, path)
  } catch (error) {
    // Another process was faster, so its file is used.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(fresh)
  }
}

/** Atomic even on a power failure. */
function writeAtomically(path: string, text: string): string {
  const fresh = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  return fresh
}
