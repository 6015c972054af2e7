import { expect, it, vi } from 'vitest'
import type { SendOutcome } from '#web/store/sync/send-unsent.ts'
import { syncInBackground } from './background-sync.ts'

function setupSync(states: DocumentVisibilityState[], outcome: SendOutcome, isReachable = true) {
  const windows = states.map((visibilityState) => ({
    visibilityState,
    postMessage: vi.fn<(message: unknown) => void>(),
  }))
  const sendUnsent = vi.fn<() => Promise<SendOutcome>>(async () => outcome)
  const clients = { matchAll: async () => windows }
  const sync = () => syncInBackground({ clients, sendUnsent, isServerReachable: async () => isReachable })
  return { windows, sendUnsent, sync }
}

it('leaves sending to the visible window', async () => {
  const { windows, sendUnsent, sync } = setupSync(['hidden', 'visible'], 'sent')
  await sync()
  expect(windows[1]?.postMessage).toHaveBeenCalledWith({ kind: 'sync' })
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
  expect(sendUnsent).not.toHaveBeenCalled()
})

it('sends from the worker when no window is visible', async () => {
  const { windows, sendUnsent, sync } = setupSync(['hidden'], 'sent')
  await sync()
  expect(sendUnsent).toHaveBeenCalledOnce()
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
})

it('tells the hidden window that holds the store to send', async () => {
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
  const { sendUnsent, sync } = setupSync([], 'sent')
  sendUnsent.mockRejectedValue(new Error('offline'))
  await expect(sync()).rejects.toThrow('offline')
})
