import { expect, it, vi } from 'vitest'
import { sendWaitingChanges, type SendOutcome } from './background-sync.ts'

function setupClients(...states: DocumentVisibilityState[]) {
  const windows = states.map((visibilityState) => ({ visibilityState, postMessage: vi.fn() }))
  return { windows, clients: { matchAll: async () => windows } as unknown as Clients }
}
const answering = (outcome: SendOutcome) => vi.fn(async () => outcome)

it('leaves sending to the window that somebody looks at', async () => {
  const { windows, clients } = setupClients('hidden', 'visible')
  const send = answering('sent')
  await sendWaitingChanges(clients, send)
  expect(windows[1]?.postMessage).toHaveBeenCalledWith({ kind: 'sync' })
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

it('sends by itself when nobody looks', async () => {
  const { windows, clients } = setupClients('hidden')
  const send = answering('sent')
  await sendWaitingChanges(clients, send)
  expect(send).toHaveBeenCalledOnce()
  expect(windows[0]?.postMessage).not.toHaveBeenCalled()
})

it('asks the hidden window that holds the store to send', async () => {
  const { windows, clients } = setupClients('hidden')
  await sendWaitingChanges(clients, answering('busy'))
  expect(windows[0]?.postMessage).toHaveBeenCalledWith({ kind: 'sync' })
})

it('fails when sending fails, so that the browser tries again', async () => {
  const { clients } = setupClients()
  await expect(sendWaitingChanges(clients, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})
