// A hint appears after a delay, but immediately when moving on from another one.

export const hintDelayMs = 700
export const skipDelayMs = 300

export const delayFor = (now: number, lastShown: number): number => (now - lastShown <= skipDelayMs ? 0 : hintDelayMs)
