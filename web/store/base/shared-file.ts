/** A file that another app has shared with the current person. */
export interface SharedFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly seen: boolean
  /** Until the person confirms that they shared it, because every page can post a file to the service worker. */
  readonly isUnconfirmed?: true
}
