// Events for a tab: timers, responses, messages, locks. A frozen tab receives them in order when it thaws.
import { settle } from '../turns.ts'

export class Listener {
  #held: (() => void)[] | undefined

  get isFrozen(): boolean {
    return this.#held !== undefined
  }

  receive(event: () => void): void {
    if (this.#held) this.#held.push(event)
    else event()
  }

  freeze(): void {
    this.#held ??= []
  }

  async thaw(): Promise<void> {
    const held = this.#held ?? []
    this.#held = undefined
    for (const event of held) {
      event()
      await settle()
    }
  }

  close(): void {
    this.#held = []
    this.#held.push = () => 0
  }
}
