import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { folderStore } from '#server/files/file-store.ts'
import { setupServer } from '#server/test/server.ts'
import type { Statements } from './connect/directory.ts'
import { announceNode, runningNodes } from './nodes.ts'

const {
  database: { directory },
} = await setupServer()

it('a running node is listed and marked in its storage until it stops, or is silent for a while', async () => {
  const path = await mkdtemp(join(tmpdir(), 'holdfast-nodes-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  const { id: storage } = folderStore(path)
  const announce = (id: string, now: () => Date) =>
    announceNode({ directory, storage, now, node: { id, name: id, pushKey: 'key' } })
  const [here, silent, gone] = [randomUUID(), randomUUID(), randomUUID()]
  const ago = (ms: number) => () => new Date(Date.now() - ms)
  const stopGone = await announce(gone, ago(24 * 3_600_000 + 60_000))
  const stopSilent = await announce(silent, ago(120_000))
  expect(await storage.hasMark(gone)).toBe(true)
  const stop = await announce(here, ago(0))
  expect((await runningNodes(directory)).map(({ id }) => id)).toEqual([here])
  const marks = () => Promise.all([here, silent, gone].map((id) => storage.hasMark(id)))
  expect(await marks(), 'one that was silent for a day is forgotten').toEqual([true, true, false])
  await stop()
  expect(await runningNodes(directory)).toEqual([])
  expect(await marks()).toEqual([false, true, false])
  await Promise.all([stopSilent(), stopGone()])
})

it('a node that stops during a heartbeat is not listed afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const path = await mkdtemp(join(tmpdir(), 'holdfast-nodes-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  const gate = Promise.withResolvers<void>()
  let isSlow = false
  let inserted: Promise<unknown> | undefined
  const slow = ((text: TemplateStringsArray, ...values: readonly unknown[]) => {
    if (!isSlow || !text[0]!.includes('insert')) return directory(text, ...values)
    inserted = gate.promise.then(() => directory(text, ...values))
    return inserted
  }) as Statements
  const node = { id: randomUUID(), name: 'stopping', pushKey: 'key' }
  const stop = await announceNode({ directory: slow, storage: folderStore(path).id, now: () => new Date(), node })
  isSlow = true
  vi.advanceTimersByTime(30_000)
  expect(inserted).toBeDefined()
  const stopped = stop()
  let hasStopped = false
  void stopped.then(() => (hasStopped = true))
  // Far more than it takes to leave.
  for (let query = 0; query < 30; query++) await runningNodes(directory)
  expect(hasStopped).toBe(false)
  gate.resolve()
  await stopped
  expect(await runningNodes(directory)).toEqual([])
})
