export const faultWeights = {
  drop: 4,
  /** Processed, but the response is lost. */
  lose: 6,
  twice: 3,
  /** Processed, and arrives again later. */
  again: 4,
  /** Processed, and the response is late. */
  hold: 8,
  truncate: 2,
  /** 503 for this push and some later ones. */
  busy: 2,
  /** A proxy's 503 with Retry-After. */
  later: 2,
  /** Processed, but a proxy responds 502. */
  gateway: 2,
  /** A proxy's 413. */
  large: 1,
  portal: 1,
  /** It arrives again in another person's session. */
  borrow: 3,
  /** A cache returns another person's response. */
  mix: 3,
  /** A feed page ends earlier, between numbers. */
  short: 6,
} as const

export const kindWeights = {
  act: 36,
  deliver: 46,
  hint: 5,
  wait: 6,
  sleep: 0.3,
  crash: 2.5,
  connection: 4,
  tab: 2.5,
  worker: 1,
  link: 0.7,
  unlink: 0.5,
  role: 0.5,
  account: 0.4,
  freeze: 1,
  thaw: 1.5,
  'lose messages': 0.7,
  full: 2,
  'lose row': 0.1,
  session: 1.2,
  'back up': 0.8,
  restore: 0.5,
}

export type Kind = keyof typeof kindWeights
/** `meet`: arrives together with others; the machine decides the order. */
export type Fault = keyof typeof faultWeights | 'meet'
