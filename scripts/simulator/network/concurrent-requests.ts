// A mutant waits by events, never by a clock, for the requests it wants to meet.
import type { Backend } from '../server/backend.ts'
import { isFeed, isPush } from './network.ts'

interface Waiting {
  readonly isOver: () => boolean
  readonly goOn: () => void
}

export class ConcurrentRequests {
  readers = 0
  writers = 0
  held = 0
  hasHeld = false
  #waiting: Waiting[] = []

  attend({ app }: Pick<Backend, 'app'>): void {
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
    return new Promise((goOn) => {
      this.#waiting.push({ isOver, goOn })
      this.#look()
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
    this.#look()
  }

  /** Released together, so that none affects another's condition. */
  #look(): void {
    const over = this.#waiting.filter(({ isOver }) => isOver())
    this.#waiting = this.#waiting.filter((each) => !over.includes(each))
    for (const { goOn } of over) goOn()
  }
}
