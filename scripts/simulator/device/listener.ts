// Events for a tab: timers, responses, messages, locks. A frozen tab receives them in order when it thaws.
import { settle } from '../turns.ts'

export class Ear {
  #held: (() => void)[] | undefined

  get isFrozen(): boolean {
    return this.#held !== undefined
  }

  hear(news: () => void): void {
    if (this.#held) this.#held.push(news)
    else news()
  }

  freeze(): void {
    this.#held ??= []
  }

  async thaw(): Promise<void> {
    const held = this.#held ?? []
    this.#held = undefined
    for (const news of held) {
      news()
      await settle()
    }
  }

  close(): void {
    this.#held = []
    this.#held.push = () => 0
  }
}
