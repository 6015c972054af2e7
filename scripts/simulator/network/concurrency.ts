// Counts the requests that are at the server at this moment. A mutant waits here for the requests that it wants to
// meet, by events and never by a clock, so that its discovery does not depend on the machine.
import type { Backend } from '../server/backend.ts'
import { isFeed, isPush } from './network.ts'

interface Waiting {
  readonly isOver: () => boolean
  readonly goOn: () => void
}

export class Gathering {
  /** Requests for pages, and requests with changes, that have no answer yet. */
  readers = 0
  writers = 0
  /** How many requests are held here. */
  held = 0
  /** Whether any request was ever held: if not, the mutant has not acted at all. */
  hasHeld = false
  #waiting: Waiting[] = []

  /** Counts the requests to this server from now on. */
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

  /** Releases all at once: a released request changes nothing for those released with it. */
  #look(): void {
    const over = this.#waiting.filter(({ isOver }) => isOver())
    this.#waiting = this.#waiting.filter((each) => !over.includes(each))
    for (const { goOn } of over) goOn()
  }
}
