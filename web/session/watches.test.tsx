import { expect, test, vi } from 'vitest'
import { MemoryStore } from '#web/test/memory-store.ts'
import { watchConnection } from './watch-connection.ts'
import { watchSignOut } from './watch-sign-out.ts'

test('a 401 to something just done leads to the login, one in the background or beside an open form does not', () => {
  let now = 0
  const acted = new MemoryStore()
  const idle = new MemoryStore()
  const late = new MemoryStore()
  const writing = new MemoryStore()
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

test('work done while signed out does not lead to the login by itself', () => {
  const store = new MemoryStore()
  const onActedUnauthorized = vi.fn<() => void>()
  store.setStatus({ connection: 'signed-out' })
  watchSignOut(store, { now: () => 0, onActedUnauthorized, mayLeave: () => true })
  store.setStatus({ waiting: 1 })
  store.setStatus({ waiting: 2 })
  expect(onActedUnauthorized).not.toHaveBeenCalled()
})

function setupConnection(workerDecides: boolean) {
  const store = new MemoryStore()
  const heard: string[] = []
  const watch = watchConnection(store, {
    workerDecides: () => workerDecides,
    onOffline: () => heard.push('offline'),
    onOnline: () => heard.push('online'),
  })
  return { store, watch, heard }
}

test('going offline and coming back is told once each', () => {
  const { store, heard } = setupConnection(false)
  store.setStatus({ connection: 'online' })
  store.setStatus({ connection: 'offline' })
  store.setStatus({ connection: 'offline', waiting: 3 })
  store.setStatus({ connection: 'online' })
  expect(heard).toEqual(['offline', 'online'])
})

test('while a worker controls the page, the worker decides', () => {
  const { store, watch, heard } = setupConnection(true)
  store.setStatus({ connection: 'offline' })
  watch.heard(true)
  expect(heard).toEqual([])
  watch.heard(false)
  watch.heard(false)
  watch.heard(true)
  expect(heard).toEqual(['offline', 'online'])
})
