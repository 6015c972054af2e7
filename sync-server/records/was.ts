/** Where a change had been in a history that this one lacks. */
export interface Was {
  readonly epoch: string
  readonly number: number
  /** When it took that number, in ms: two copies that nobody told apart may both have given it. */
  readonly at?: number
}

/** Of two places in histories that go by one name. */
export const isAfter = (was: Was, other: Was): boolean =>
  was.at === undefined || other.at === undefined || was.at === other.at ? was.number > other.number : was.at > other.at
