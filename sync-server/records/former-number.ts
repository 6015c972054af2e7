/** The number of a change in a timeline that this one does not contain. */
export interface FormerNumber {
  readonly epoch: string
  readonly number: number
  /** In ms. Two copies of a database may have given the same number twice. */
  readonly at?: number
}

export const isAfter = (number: FormerNumber, other: FormerNumber): boolean =>
  number.at === undefined || other.at === undefined || number.at === other.at
    ? number.number > other.number
    : number.at > other.at
