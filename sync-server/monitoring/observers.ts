export type OnRequest = (
  request: { readonly method: string; readonly route: string; readonly status: number },
  seconds: number,
) => void

export type OnJobRun = (kind: string, outcome: 'done' | 'failed', seconds: number) => void

export type OnFeedPage = (page: {
  readonly hasMore: boolean
  /** Numbers that the device lacked; null at its first page. */
  readonly behind: number | null
  /** Age of the device's oldest unsent change in seconds; null if it reports none. */
  readonly outboxAge: number | null
}) => void
