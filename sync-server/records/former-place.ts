/** The former place of a change, in a history that this one does not contain. */
export interface FormerPlace {
  readonly epoch: string
  readonly number: number
  /** When it took that number, in ms: two copies that nobody distinguished may both have given it. */
  readonly at?: number
}

/** Compares two places in histories with the same epoch. */
export const isAfter = (was: FormerPlace, other: FormerPlace): boolean =>
  was.at === undefined || other.at === undefined || was.at === other.at ? was.number > other.number : was.at > other.at
