import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestStore } from '#web/test/test-store.ts'
import { watchConnection } from './watch-connection.ts'
import { watchSignOut } from './watch-sign-out.ts'

async function openStore() {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  return store
}

test('a 401 to a recent action leads to the sign-in page; one in the background or beside an open form does not', async () => {
  let now = 0
  const acted = await openStore()
  const idle = await openStore()
  const late = await openStore()
  const writing = await openStore()
  const reported: string[] = []
  for (const [name, store] of Object.entries({ acted, idle, late, writing })) {
    watchSignOut(store, {
      now: () => now,
      onUnauthorizedAction: () => reported.push(name),
      mayLeave: () => name !== 'writing',
    })
  }
  late.setStatus({ waiting: 1 })
  now = 60_000
  acted.setStatus({ waiting: 1 })
  writing.setStatus({ waiting: 1 })
  for (const store of [acted, idle, late, writing]) store.setStatus({ connection: 'signed-out' })
  expect(reported).toEqual(['acted'])
})

test.each(['signed-out', 'offline'] as const)(
  'work done while %s does not lead to the login by itself',
  async (state) => {
    const store = await openStore()
    const onUnauthorizedAction = vi.fn<() => void>()
    store.setStatus({ connection: state })
    watchSignOut(store, { now: () => 0, onUnauthorizedAction, mayLeave: () => true })
    store.setStatus({ waiting: 1 })
    store.setStatus({ waiting: 2 })
    store.setStatus({ connection: 'signed-out' })
    expect(onUnauthorizedAction).not.toHaveBeenCalled()
  },
)

test('a revoked device stays on its page while it submits its latest changes', async () => {
  const store = await openStore()
  const onUnauthorizedAction = vi.fn<() => void>()
  watchSignOut(store, { now: () => 0, onUnauthorizedAction, mayLeave: () => true })
  store.setStatus({ waiting: 1 })
  store.setStatus({ connection: 'signed-out', withdrawn: true })
  expect(onUnauthorizedAction).not.toHaveBeenCalled()
})

async function setupConnection(workerDecides: boolean) {
  const store = await openStore()
  const reported: string[] = []
  const watch = watchConnection(store, {
    workerDecides: () => workerDecides,
    onOffline: () => reported.push('offline'),
    onOnline: () => reported.push('online'),
  })
  return { store, watch, reported }
}

test('going offline and coming back are each reported once', async () => {
  const { store, reported } = await setupConnection(false)
  store.setStatus({ connection: 'online' })
  store.setStatus({ connection: 'offline' })
  store.setStatus({ connection: 'offline', waiting: 3 })
  store.setStatus({ connection: 'online' })
  expect(reported).toEqual(['offline', 'online'])
})

test('while a worker controls the page, the worker decides', async () => {
  const { store, watch, reported } = await setupConnection(true)
  store.setStatus({ connection: 'offline' })
  watch.report(true)
  expect(reported).toEqual([])
  watch.report(false)
  watch.report(false)
  watch.report(true)
  expect(reported).toEqual(['offline', 'online'])
})
