// Counts concurrent requests. A mutant waits for a number of them, never for a time.
import type { Backend } from '../server/backend.ts'
import { isFeed, isPush } from './network.ts'

interface WaitingRequest {
  readonly isOver: () => boolean
  readonly resume: () => void
}

export class ConcurrentRequests {
  readers = 0
  writers = 0
  held = 0
  hasHeld = false
  #waiting: WaitingRequest[] = []

  watch({ app }: Pick<Backend, 'app'>): void {
    const { request } = app
    app.request = async (input, ...rest) => {
      const path = input instanceof Request ? input.url : input.toString()
      const count = (by: number) => this.#count(path, by)
      count(1)
      try {
        return await request(input, ...rest)
      } finally {
        count(-1)
      }
    }
  }

  until(isOver: () => boolean): Promise<void> {
    return new Promise((resume) => {
      this.#waiting.push({ isOver, resume })
      this.#releaseReady()
    })
  }

  async hold(isOver: () => boolean): Promise<void> {
    this.held++
    this.hasHeld = true
    await this.until(isOver)
    this.held--
  }

  #count(path: string, by: number): void {
    if (isFeed({ path })) this.readers += by
    if (isPush({ path })) this.writers += by
    this.#releaseReady()
  }

  /** Released together, so that none affects another's condition. */
  #releaseReady(): void {
    const over = this.#waiting.filter(({ isOver }) => isOver())
    this.#waiting = this.#waiting.filter((each) => !over.includes(each))
    for (const { resume: goOn } of over) goOn()
  }
}
