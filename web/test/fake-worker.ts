import { vi } from 'vitest'
import { fakeOf } from './fake-of.ts'

export class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly postMessage = vi.fn<(message: unknown) => void>()
  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

export const fakeContainer = (workers: EventTarget) =>
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(fakeOf(workers))
