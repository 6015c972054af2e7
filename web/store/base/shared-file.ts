/** A file that another app has handed over to the person who works here. */
export interface SharedFile {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Whether the person has seen that it is there. */
  readonly seen: boolean
  /** Present until the person says that they shared it: any page can send a file to the service worker. */
  readonly isUnconfirmed?: true
}
