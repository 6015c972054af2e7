import { expect, it, onTestFinished, vi } from 'vitest'
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
    await expect.poll(() => tell).toHaveBeenCalledTimes(index + 1)
    worker.become(index < 2 ? 'redundant' : 'installed')
  }
  await done
  expect([register.mock.calls.length, pauses]).toEqual([4, [2_000, 4_000, 8_000]])
})

it('waits a minute at most between attempts, and a returning connection ends the wait', async () => {
  const pauses: number[] = []
  const worker = new Installing()
  const register = vi.fn<() => Promise<ServiceWorkerRegistration>>().mockRejectedValue(new TypeError('no connection'))
  const installed = () => register.mockResolvedValue({ installing: null, waiting: worker, active: null } as never)
  await registerWorker(undefined, { register }, async (ms) => {
    if (pauses.push(ms) === 7) installed()
  })
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  register.mockClear().mockRejectedValue(new TypeError('no connection'))
  const done = registerWorker(undefined, { register })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(register).toHaveBeenCalledOnce()
  installed()
  window.dispatchEvent(new Event('online'))
  await done
  expect([register.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
})

it('leaves a browser without workers alone', async () => {
  const tell = vi.fn<() => void>()
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(undefined as never)
  onTestFinished(() => void vi.restoreAllMocks())
  await registerWorker(tell)
  expect(tell).not.toHaveBeenCalled()
})
