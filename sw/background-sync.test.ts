import { expect, it, vi } from 'vitest'
import type { SendOutcome } from '#web/store/sync/send-outbox.ts'
import { sendWaitingChanges } from './background-sync.ts'

function setupSync(states: DocumentVisibilityState[], outcome: SendOutcome, isReachable = true) {
  const windows = states.map((visibilityState) => ({ visibilityState, postMessage: vi.fn<Client['postMessage']>() }))
  const send = vi.fn<() => Promise<SendOutcome>>(async () => outcome)
  const clients = { matchAll: async () => windows } as unknown as Clients
  return { windows, send, sync: () => sendWaitingChanges({ clients, send, reachesServer: async () => isReachable }) }
}

it('leaves sending to the visible window', async () => {
  const { windows, send, sync } = setupSync(['hidden', 'visible'], 'sent')
  await sync()
  expect(windows[1]?.postMessage).toHaveBeenCalledWith({ kind: 'sync' })
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

it('sends from the worker when no window is visible', async () => {
  const { windows, send, sync } = setupSync(['hidden'], 'sent')
  await sync()
  expect(send).toHaveBeenCalledOnce()
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
})

it('asks the hidden window that holds the store to send', async () => {
  const { windows, sync } = setupSync(['hidden'], 'busy')
  await sync()
  expect(windows[0]?.postMessage).toHaveBeenCalledWith({ kind: 'sync' })
})

it.each([
  ['a visible window', ['visible'], 'sent'],
  ['the hidden window that holds the store', ['hidden'], 'busy'],
] as const)('fails when %s does not reach the server, so that the browser tries again', async (_, states, outcome) => {
  const { sync } = setupSync([...states], outcome, false)
  await expect(sync()).rejects.toThrow('could not be reached')
})

it('fails when sending fails, so that the browser tries again', async () => {
  const { send, sync } = setupSync([], 'sent')
  send.mockRejectedValue(new Error('offline'))
  await expect(sync()).rejects.toThrow('offline')
})
