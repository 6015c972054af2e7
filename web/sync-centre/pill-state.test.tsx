import { expect, test } from 'vitest'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { type PillState, pillStateOf } from './pill-state.ts'

const live: SyncStatus = {
  connection: 'online',
  hasAllRows: true,
  progress: null,
  syncing: false,
  full: false,
  recovering: false,
  throttled: false,
  retryAt: null,
  parked: {},
  unsteady: false,
  suspended: false,
  withdrawn: false,
  waiting: 0,
  attention: 0,
  unread: 0,
  files: 0,
  refusedFiles: 0,
  resent: 0,
  lost: 0,
  lostLately: 0,
  lastSync: 1,
}
const stateOf = (overrides: Partial<SyncStatus>) => pillStateOf({ ...live, ...overrides })
const progress = { have: 1, total: 2 }

test.each<[PillState, Partial<SyncStatus>]>([
  ['live', {}],
  ['loading', { progress }],
  ['syncing', { progress, waiting: 1 }],
  ['syncing', { files: 1 }],
  ['loading', { progress, waiting: 1, hasAllRows: false }],
  ['throttled', { progress, waiting: 1, hasAllRows: false, throttled: true }],
  ['throttled', { waiting: 1, retryAt: 1, syncing: true }],
  ['throttled', { waiting: 1, parked: { change: 1 } }],
  ['syncing', { waiting: 2, parked: { change: 1 }, syncing: true }],
  ['offline', { waiting: 1, retryAt: 1, connection: 'offline' }],
  ['recovering', { progress, waiting: 1, hasAllRows: false, throttled: true, recovering: true }],
  ['unsteady', { waiting: 1, hasAllRows: false, throttled: true, recovering: true, unsteady: true }],
  ['offline', { unsteady: true, connection: 'offline' }],
  ['suspended', { suspended: true, waiting: 1, throttled: true, hasAllRows: false }],
  ['offline', { suspended: true, connection: 'offline' }],
  ['tooOld', { waiting: 1, recovering: true, unread: 1 }],
  ['offline', { waiting: 1, recovering: true, unread: 1, connection: 'offline' }],
  ['full', { waiting: 1, recovering: true, unread: 1, connection: 'offline', full: true }],
  ['attention', { waiting: 1, recovering: true, unread: 1, connection: 'offline', full: true, attention: 1 }],
  ['attention', { files: 1, connection: 'offline', refusedFiles: 1 }],
])('the pill shows the most urgent state: %s', (state, more) => {
  expect(stateOf(more)).toBe(state)
})

test('each connection state has its label, and another person’s session counts as signed out', () => {
  const states = (['offline', 'slow', 'checking', 'signed-out', 'other-person', 'too-old'] as const).map((connection) =>
    stateOf({ connection, hasAllRows: false }),
  )
  expect(states).toEqual(['offline', 'slow', 'checking', 'signedOut', 'signedOut', 'tooOld'])
})

test('before the first response the device connects; after it, it loads or syncs', () => {
  const starting = { connection: 'starting', hasAllRows: false } as const
  expect(stateOf(starting)).toBe('starting')
  expect(stateOf({ ...starting, hasAllRows: true })).toBe('starting')
  expect(stateOf({ ...starting, syncing: true })).toBe('loading')
  expect(stateOf({ ...starting, syncing: true, hasAllRows: true })).toBe('syncing')
  expect(stateOf({ ...starting, waiting: 3 })).toBe('syncing')
})
