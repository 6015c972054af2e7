import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addKey, newKey, openKeys, parseKeys } from './keys.ts'

const now = () => new Date('2026-03-15T10:00:00.000Z')
const key = (name: string, fill: number): string => `${name}:${Buffer.alloc(32, fill).toString('base64')}`

let DATA_DIR = ''
beforeEach(() => void (DATA_DIR = mkdtempSync(join(tmpdir(), 'keys-'))))
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

it('keys are read from SECRET_KEYS, newest first, in base64 or base64url', () => {
  const url = `url:${Buffer.alloc(32, 0xfb).toString('base64url')}`
  const keys = openKeys({ SECRET_KEYS: `${key('second', 2)}, ${key('first', 1)},${url}`, DATA_DIR }, now)()
  expect(keys.map(({ id, bytes }) => [id, bytes[0], bytes.length])).toEqual([
    ['second', 2, 32],
    ['first', 1, 32],
    ['url', 0xfb, 32],
  ])
  expect(readdirSync(DATA_DIR)).toEqual([])
})

describe('an invalid key is refused at the start without being repeated', () => {
  const half = Buffer.alloc(16, 0x41).toString('base64')
  it.each([
    ['a key that is too short', `first:${half}`],
    ['a key without a name', half],
    ['nothing', ' ,\n'],
    ['two keys of one name', `${key('first', 1)},${key('first', 2)}`],
  ])('%s', (_, text) => {
    expect(() => openKeys({ SECRET_KEYS: text, DATA_DIR }, now)).toThrow('SECRET_KEYS')
    expect(() => openKeys({ SECRET_KEYS: text, DATA_DIR }, now)).not.toThrow(half)
  })

  it('a file that is not there', () => {
    expect(() => openKeys({ SECRET_KEYS_FILE: join(DATA_DIR, 'none'), DATA_DIR }, now)).toThrow('ENOENT')
  })
})

describe('without a setting', () => {
  it('one key is generated in the data folder, readable by the owner only', () => {
    const [made] = openKeys({ DATA_DIR }, now)()
    expect(made!.id).toMatch(/^2026-03-15-[0-9a-f]{4}$/)
    expect(readdirSync(DATA_DIR)).toEqual(['secret-keys'])
    expect(statSync(join(DATA_DIR, 'secret-keys')).mode & 0o777).toBe(0o600)
    expect(openKeys({ DATA_DIR }, now)()).toEqual([made])
  })

  it('a new key is added first, and a running server uses it immediately', () => {
    const keys = openKeys({ DATA_DIR }, now)
    const before = keys()
    addKey({ DATA_DIR }, now())
    expect(keys()).toHaveLength(2)
    expect(keys()[1]).toEqual(before[0])
    expect(statSync(join(DATA_DIR, 'secret-keys')).mode & 0o777).toBe(0o600)
  })
})

it('a new key can be added to a file, but not to SECRET_KEYS', () => {
  const SECRET_KEYS_FILE = join(DATA_DIR, 'mine')
  writeFileSync(SECRET_KEYS_FILE, key('first', 1))
  addKey({ SECRET_KEYS_FILE, DATA_DIR }, now())
  expect(parseKeys(readFileSync(SECRET_KEYS_FILE, 'utf8'), 'mine').map(({ id }) => id)[1]).toBe('first')
  expect(() => addKey({ SECRET_KEYS: newKey(now()), DATA_DIR }, now())).toThrow('start every node')
})
