// How often a step is of each kind, and what becomes of a request whose way is not smooth.
export const faultWeights = {
  /** The request never arrives. */
  drop: 4,
  /** It is done, and its answer is lost. */
  lose: 6,
  /** It is done twice, one right after the other. */
  twice: 3,
  /** It is done, and arrives once more some time later. */
  again: 4,
  /** It is done, and its answer takes its time. */
  hold: 8,
  /** The answer breaks off. */
  truncate: 2,
  /** Not done: 503. */
  busy: 2,
  /** Not done: 503 and when to come back. */
  later: 2,
  /** Done, but a proxy says 502. */
  gateway: 2,
  /** Not done: a proxy takes it for too large. */
  large: 1,
  /** Not done: somebody's network shows its sign-in page. */
  portal: 1,
  /** It arrives once more, under the name of somebody else of the firm. */
  borrow: 3,
  /** A cache on the way answers with what somebody else got. */
  mix: 3,
  /** A feed page that ends sooner, between numbers. */
  short: 6,
} as const

export const kindWeights = {
  act: 36,
  carry: 46,
  hint: 5,
  wait: 6,
  sleep: 0.3,
  crash: 2.5,
  line: 4,
  tab: 2.5,
  worker: 1,
  link: 0.7,
  unlink: 0.5,
  role: 0.5,
  account: 0.4,
  freeze: 1,
  thaw: 1.5,
  deaf: 0.7,
  full: 2,
  rot: 0.1,
  session: 1.2,
  'back up': 0.8,
  restore: 0.5,
}

export type Kind = keyof typeof kindWeights
/** `meet`: it reaches the server together with other requests; who is first is left to the machine. */
export type Fault = keyof typeof faultWeights | 'meet'
