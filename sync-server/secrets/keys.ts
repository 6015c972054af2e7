// The keys under which secrets are sealed, newest first: from SECRET_KEYS, from the file SECRET_KEYS_FILE, or from a
// file that the server makes once in its data folder. A file is read for each use, because it may get another key
// while the server runs.
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

/** Reads keys from their text; an error never repeats a part of it. */
export function parseKeys(text: string, from: string): readonly SecretKey[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  const keys = entries.map((entry): SecretKey => {
    const [, id, base64] = /^([a-z0-9-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(entry) ?? []
    if (!id || !base64) throw new Error(`${from} holds ${expected}`)
    return { id, bytes: Buffer.from(base64, 'base64') }
  })
  if (keys.length === 0) throw new Error(`${from} is empty; it holds ${expected}`)
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error(`${from} names two keys alike`)
  return keys
}

type From = Pick<Config, 'SECRET_KEYS' | 'SECRET_KEYS_FILE' | 'DATA_DIR'>

/** Opens the keys that the configuration names; a mistake in them throws now, not at the first secret. */
export function openKeys(config: From, now: () => Date): () => readonly SecretKey[] {
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

/** A new key in the form in which a file or SECRET_KEYS holds it; its name begins with the day. */
export function newKey(now: Date): string {
  const name = `${now.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`
  return `${name}:${randomBytes(32).toString('base64')}`
}

/** Puts a new key in front of those in the file; refused where the configuration holds the keys themselves. */
export function addKey(config: From, now: Date): void {
  if (config.SECRET_KEYS)
    throw new Error(`SECRET_KEYS holds the keys: put a new one in front of them and start every node with it`)
  const path = config.SECRET_KEYS_FILE ?? join(config.DATA_DIR, fileName)
  const fresh = writeAtomically(path, `${newKey(now)}\n${readFileSync(path, 'utf8')}`)
  renameSync(fresh, path)
}

/** Writes a secret file that does not exist yet; of several processes that start together, one writes it. */
export function writeOnce(path: string, folder: string, make: () => string): void {
  if (existsSync(path)) return
  mkdirSync(folder, { recursive: true })
  const fresh = writeAtomically(path, make())
  try {
    linkSync(fresh, path)
  } catch (error) {
    // Another process started at the same time and was faster: its file counts.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(fresh)
  }
}

/** A file appears under its name whole or not at all, also when the machine stops. */
function writeAtomically(path: string, text: string): string {
  const fresh = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  return fresh
}
