/** The number of a change in a timeline that this one does not contain. */
export interface FormerNumber {
  readonly epoch: string
  readonly number: number
  /** In ms. Two copies of a database may have given the same number twice. */
  readonly at?: number
}

export const isAfter = (before: FormerNumber, other: FormerNumber): boolean =>
  before.at === undefined || other.at === undefined || before.at === other.at
    ? before.number > other.number
    : before.at > other.at
