// The whole store in a browser with an encrypted disk.
import { Dexie } from 'dexie'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Codec } from './base/codec.ts'
import { databaseNameOf } from './disk/database-name.ts'
import { indexedDbNames } from './disk/database.ts'
import type { StoreDeps } from './base/deps.ts'
import { openStore } from './open.ts'
import { ada } from './test/device.ts'
import { project } from './test/rows.ts'
import { Server } from './test/server.ts'
import { wipe } from './wipe.ts'

const bytesOf = (text: string) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0))

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 10_000) text += String.fromCharCode(...bytes.subarray(at, at + 10_000))
  return btoa(text)
}

async function createCodec(): Promise<Codec> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
      return `${textOf(iv)}.${textOf(new Uint8Array(sealed))}`
    },
    async open(sealed) {
      const [iv, text] = sealed.split('.')
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv!) }, key, bytesOf(text!))
      return new TextDecoder().decode(opened)
    },
    async sealBytes(bytes) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      return new Blob([iv, await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)]).arrayBuffer()
    },
    openBytes: (sealed) => crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, 12) }, key, sealed.slice(12)),
  }
}

async function setupBrowser() {
  // The miniature server uses Node's setImmediate.
  vi.stubGlobal('setImmediate', (run: () => void) => setTimeout(run))
  onTestFinished(() => void vi.unstubAllGlobals())
  const server = new Server()
  const codec = await createCodec()
  const prefix = `sealed-${crypto.randomUUID()}`
  const reported: unknown[] = []
  let ids = 0
  const deps: StoreDeps = {
    identity: ada,
    fetch: server.fetch,
    codec,
    locks: navigator.locks,
    idb: { indexedDB, IDBKeyRange },
    timers: { setTimeout: (run, ms) => setTimeout(run, ms), clearTimeout: (id) => clearTimeout(id as number) },
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => 0.5,
    newId: () => `01900000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    today: () => '2026-03-01',
    openChannel: (name) => new BroadcastChannel(name),
    report: (error) => void reported.push(error),
    databasePrefix: prefix,
  }
  onTestFinished(async () => void (await wipe(deps, ada)))
  const open = async () => {
    const store = await openStore(deps)
    onTestFinished(() => store.close())
    return store
  }
  return { server, deps, open, reported, name: databaseNameOf(ada, prefix) }
}

async function textsOnDisk(name: string): Promise<string> {
  const texts: string[] = []
  const existing = new Set((await indexedDB.databases()).map((each) => each.name))
  for (const each of indexedDbNames(name).filter((each) => existing.has(each))) {
    const database = await new Dexie(each).open()
    for (const table of database.tables) texts.push(JSON.stringify(await table.toArray(), withReadableBytes))
    database.close()
  }
  return texts.join()
}

const withReadableBytes = (_: string, value: unknown): unknown =>
  value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value

test('two tabs on an encrypted disk sync and store changes, drafts and files without readable text', async () => {
  const { server, open, reported, name } = await setupBrowser()
  server.rowsPerPage = 100
  for (let page = 0; page < 15; page++)
    server.write(...Array.from({ length: 100 }, (_, at) => project(`Canary ${page} ${at}`)))
  const [first, second] = [await open(), await open()]
  await expect.poll(() => first.status.hasAllRows && second.table('projects').size).toBe(1_500)
  server.fault(/./, { kind: 'drop' }, 99)
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? first : second).create('projects', { name: `Made ${at}`, type: 'AGRICULTURE' }),
    ),
  )
  await second.saveDrafts({ new: { name: 'Half a canary' } })
  const owner = { entity: 'documents', id: first.newId() } as const
  await first.files.add(owner, new File(['A canary of bytes'], 'A canary.pdf'))
  await expect.poll(() => [first, second].map((each) => each.table('projects').size)).toEqual([1_520, 1_520])
  await Promise.all([first.close(), second.close()])
  expect(await textsOnDisk(name)).not.toMatch(/canary |a canary|made \d|"projects|AGRICULTURE/i)

  const restarted = await open()
  expect(restarted.table('projects').size).toBe(1_520)
  expect(restarted.status).toMatchObject({ hasAllRows: true, waiting: 20, unread: 0 })
  expect(await restarted.adoptDraft('new')).toEqual({ name: 'Half a canary' })
  expect(await (await restarted.files.read(owner))!.text()).toBe('A canary of bytes')
  expect(restarted.files.of(owner)?.name).toBe('A canary.pdf')
  await restarted.files.discardUpload(owner)
  server.clearFaults()
  restarted.syncNow()
  await expect.poll(() => restarted.status.waiting).toBe(0)
  expect(restarted.outbox().map(({ state }) => state)).toEqual(Array(20).fill('settled'))
  expect(reported).toEqual([])
})
