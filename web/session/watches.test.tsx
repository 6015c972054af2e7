import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestStore } from '#web/test/test-store.ts'
import { watchConnection } from './watch-connection.ts'
import { watchSignOut } from './watch-sign-out.ts'

async function openStore() {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  return store
}

test('a 401 to something just done leads to the login, one in the background or beside an open form does not', async () => {
  let now = 0
  const acted = await openStore()
  const idle = await openStore()
  const late = await openStore()
  const writing = await openStore()
  const heard: string[] = []
  for (const [name, store] of Object.entries({ acted, idle, late, writing })) {
    watchSignOut(store, {
      now: () => now,
      onActedUnauthorized: () => heard.push(name),
      mayLeave: () => name !== 'writing',
    })
  }
  late.setStatus({ waiting: 1 })
  now = 60_000
  acted.setStatus({ waiting: 1 })
  writing.setStatus({ waiting: 1 })
  for (const store of [acted, idle, late, writing]) store.setStatus({ connection: 'signed-out' })
  expect(heard).toEqual(['acted'])
})

test.each(['signed-out', 'offline'] as const)(
  'work done while %s does not lead to the login by itself',
  async (state) => {
    const store = await openStore()
    const onActedUnauthorized = vi.fn<() => void>()
    store.setStatus({ connection: state })
    watchSignOut(store, { now: () => 0, onActedUnauthorized, mayLeave: () => true })
    store.setStatus({ waiting: 1 })
    store.setStatus({ waiting: 2 })
    store.setStatus({ connection: 'signed-out' })
    expect(onActedUnauthorized).not.toHaveBeenCalled()
  },
)

test('a device whose access was taken away is not led to the login while it hands in what was just done', async () => {
  const store = await openStore()
  const onActedUnauthorized = vi.fn<() => void>()
  watchSignOut(store, { now: () => 0, onActedUnauthorized, mayLeave: () => true })
  store.setStatus({ waiting: 1 })
  store.setStatus({ connection: 'signed-out', withdrawn: true })
  expect(onActedUnauthorized).not.toHaveBeenCalled()
})

async function setupConnection(workerDecides: boolean) {
  const store = await openStore()
  const heard: string[] = []
  const watch = watchConnection(store, {
    workerDecides: () => workerDecides,
    onOffline: () => heard.push('offline'),
    onOnline: () => heard.push('online'),
  })
  return { store, watch, heard }
}

test('going offline and coming back are each reported once', async () => {
  const { store, heard } = await setupConnection(false)
  store.setStatus({ connection: 'online' })
  store.setStatus({ connection: 'offline' })
  store.setStatus({ connection: 'offline', waiting: 3 })
  store.setStatus({ connection: 'online' })
  expect(heard).toEqual(['offline', 'online'])
})

test('while a worker controls the page, the worker decides', async () => {
  const { store, watch, heard } = await setupConnection(true)
  store.setStatus({ connection: 'offline' })
  watch.report(true)
  expect(heard).toEqual([])
  watch.report(false)
  watch.report(false)
  watch.report(true)
  expect(heard).toEqual(['offline', 'online'])
})
