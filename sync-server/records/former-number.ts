/** The number of a change in a timeline that this one does not contain. */
export interface FormerNumber {
  readonly epoch: string
  readonly number: number
  /** In ms. Two copies of a database may have given the same number twice. */
  readonly at?: number
}

export const isAfter = (was: FormerNumber, other: FormerNumber): boolean =>
  was.at === undefined || other.at === undefined || was.at === other.at ? was.number > other.number : was.at > other.at
