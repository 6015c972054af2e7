/** The former place of a change, in a history that this one does not contain. */
export interface FormerNumber {
  readonly epoch: string
  readonly number: number
  /** When the change got that number, in ms. Two copies of a database may have given the same number to two changes. */
  readonly at?: number
}

/** Compares two places in histories with the same epoch. */
export const isAfter = (was: FormerNumber, other: FormerNumber): boolean =>
  was.at === undefined || other.at === undefined || was.at === other.at ? was.number > other.number : was.at > other.at
