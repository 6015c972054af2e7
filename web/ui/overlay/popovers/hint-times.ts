// When a hint appears: after a while, but at once for who goes on from another one.

/** How long somebody stays before the hint comes. */
export const hintDelayMs = 700
/** How long after a hint was there the next one comes without delay. */
export const skipDelayMs = 300

export const delayFor = (now: number, lastShown: number): number => (now - lastShown <= skipDelayMs ? 0 : hintDelayMs)
