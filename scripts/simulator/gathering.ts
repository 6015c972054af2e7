// Who is at the server in this moment. A deliberate mistake waits here for those whom it wants to meet, by events and
// never by a clock: whether it is found is not left to the machine.
import type { Backend } from './backend.ts'
import { isFeed, isPush } from './network.ts'

interface Waiting {
  readonly isOver: () => boolean
  readonly goOn: () => void
}

export class Gathering {
  /** Requests for pages, and requests with changes, that are not answered yet. */
  readers = 0
  writers = 0
  /** Those of them that are held here. */
  held = 0
  /** Whether anybody was: a mistake that finds nobody to hold is not made at all. */
  hasHeld = false
  #waiting: Waiting[] = []

  /** From now on whoever comes to this server is counted. */
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

  /** All at once: who goes on changes nothing for those beside. */
  #look(): void {
    const over = this.#waiting.filter(({ isOver }) => isOver())
    this.#waiting = this.#waiting.filter((each) => !over.includes(each))
    for (const { goOn } of over) goOn()
  }
}
