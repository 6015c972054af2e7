/** Pages become one file when their document is saved. */
export interface PhotographedPage {
  /** The form in which the person adds it. */
  readonly form: string
  readonly position: number
  /** The page's corners as fractions of the photo, from the page's top left clockwise. */
  readonly corners: readonly (readonly [x: number, y: number])[]
}

export interface SharedFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly seen: boolean
  /** Until the person confirms that they shared it, because every page can post a file to the service worker. */
  readonly isUnconfirmed?: true
  readonly page?: PhotographedPage
}
