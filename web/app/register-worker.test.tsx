import { expect, it, vi } from 'vitest'
import { registerWorker } from './register-worker.ts'

class Installing extends EventTarget {
  state = 'installing'
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

it('tries again after an interrupted download, with growing pauses, until a worker is installed', async () => {
  const workers = [new Installing(), new Installing(), new Installing()]
  const attempts = workers.map((installing) => ({ installing, waiting: null, active: null }) as never)
  const register = vi.fn<() => Promise<ServiceWorkerRegistration>>()
  register.mockResolvedValueOnce(attempts[0]!)
  register.mockRejectedValueOnce(new TypeError('no connection'))
  register.mockResolvedValueOnce(attempts[1]!)
  register.mockResolvedValueOnce(attempts[2]!)
  const pauses: number[] = []
  const tell = vi.fn<(registration: ServiceWorkerRegistration) => void>()
  const done = registerWorker(tell, { register }, async (ms) => void pauses.push(ms))
  for (const [index, worker] of workers.entries()) {
    await vi.waitFor(() => expect(tell).toHaveBeenCalledTimes(index + 1))
    worker.become(index < 2 ? 'redundant' : 'installed')
  }
  await done
  expect([register.mock.calls.length, pauses]).toEqual([4, [2_000, 4_000, 8_000]])
})
