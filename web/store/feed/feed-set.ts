// A set: what one viewer may see in one history of the database, from its first page on. A device shows one set, and a
// second one may be loading beside it.
import type { Checkpoint } from '#schema/sync/protocol.ts'
import type { Aging } from './aging.ts'
import { Fold } from './fold.ts'

/** What a page holds besides its rows. */
export interface PageHead {
  /** Increases with every set that a device begins. */
  readonly generation: number
  readonly epoch: string
  readonly scope: string
  readonly from: number
  readonly to: number
  /** Which of the histories that this device has met the page belongs to; absent in older stores, which had met one. */
  readonly history?: number
  /** The mark of `to`. */
  readonly mark?: string
  /** The end of the newest complete pull up to this page; absent in older stores, where every page ended a pull. */
  readonly settled?: number
  /** Whether the set had been received completely at least once with this page. */
  readonly complete: boolean
  /** The number of rows in the set when its first page was read. */
  readonly total: number | null
  readonly durable: number
  readonly count: number
  /** The server's time, in ms since 1970; absent when the server did not say it. */
  readonly said?: number
  /** Set when rows or fields may be missing, because the sending node did not know all that this person may read. */
  readonly older?: true
}

/** The latest time in several heads. */
export function latestServerTime(heads: readonly Pick<PageHead, 'said'>[]): Pick<PageHead, 'said'> {
  const times = heads.flatMap(({ said }) => said ?? [])
  return times.length > 0 ? { said: Math.max(...times) } : {}
}

export interface SetName {
  readonly generation: number
  readonly epoch: string
  readonly scope: string
}

/** A stored page as it is known in memory: everything except its text. */
export interface PageNote {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly count: number
  readonly bytes: number
  /** How many of its rows a later page has superseded. */
  dead: number
}

/** The format in which pages are written. Pages of another format are ignored, and their rows are pulled again. */
const format = 2

const wide = (number: number): string => String(number).padStart(16, '0')

export const setPrefix = ({ generation, epoch, scope }: SetName): string =>
  `${format}|${wide(generation)}|${encodeURIComponent(epoch)}|${encodeURIComponent(scope)}|`

/** The set to which a page belongs, from the page's id; undefined when it was written in another format. */
export function setNameIn(id: string): SetName | undefined {
  const [written, generation, epoch, scope] = id.split('|') as [string, string, string, string]
  if (written !== String(format)) return undefined
  return { generation: Number(generation), epoch: decodeURIComponent(epoch), scope: decodeURIComponent(scope) }
}

/**
 * The same for every writer of the same page, so that the second one is refused; `mark` distinguishes compacted pages.
 */
export const pageIdOf = (name: SetName, from: number, mark = ''): string =>
  `${setPrefix(name)}${wide(from)}${mark && `|${mark}`}`

export class FeedSet implements SetName {
  readonly generation: number
  readonly epoch: string
  readonly scope: string
  history: number
  readonly fold: Fold
  readonly #aging: Aging | undefined
  pages: PageNote[] = []
  position = 0
  /**
   * Up to this number every row is the newest: the position at the end of a pull. Between two pages of a pull, a row's
   * newest state may be on the next page.
   */
  settled = 0
  /** The mark of the position. */
  mark: string | undefined
  /**
   * Whether its rows differ from those of its pages on the disk, because a received page could not be stored or another
   * tab wrote its own.
   */
  isAhead = false
  /** The newest head whose rows are shown, whether on the disk yet or not. */
  heard: Checkpoint | undefined
  /** The latest time that the server said with its pages; rows that are not recent by it were not sent. */
  said = -Infinity
  /** Whether one of its pages came from an older node. */
  isOlder = false
  complete = false
  total: number | null = null
  durable = 0

  constructor({ generation, epoch, scope }: SetName, history = 0, aging?: Aging) {
    this.fold = new Fold((number) => this.#countDead(number), aging)
    this.#aging = aging
    this.history = history
    this.generation = generation
    this.epoch = epoch
    this.scope = scope
  }

  /** The point at which the pages on the disk end. */
  get point(): Checkpoint | undefined {
    return this.mark === undefined ? undefined : { number: this.position, mark: this.mark }
  }

  /** The server said this time with a page. */
  hear(at: number): void {
    this.said = Math.max(this.said, at)
    this.#aging?.hear(at)
  }

  /** Moves the position to the end of the page, which is on the disk now. */
  reach(head: PageHead, note: PageNote): void {
    const at = this.pages.findIndex((page) => page.id === note.id)
    if (at >= 0) this.pages[at] = note
    else this.pages.push(note)
    this.history = head.history ?? 0
    if (head.to >= this.position) this.mark = head.mark
    this.position = Math.max(this.position, head.to)
    this.settled = Math.max(this.settled, head.settled ?? head.to)
    if (head.said !== undefined) this.hear(head.said)
    this.isOlder ||= head.older === true
    this.complete ||= head.complete
    this.total ??= head.total
    this.durable = Math.max(this.durable, head.durable)
  }

  /** Replaces several pages by one after they were compacted. */
  exchange(old: readonly PageNote[], note: PageNote): void {
    const at = this.pages.indexOf(old[0]!)
    this.pages.splice(at, old.length, note)
  }

  #countDead(number: number): void {
    let low = 0
    let high = this.pages.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.pages[middle]!.to < number) low = middle + 1
      else high = middle
    }
    const page = this.pages[low]
    if (page && page.from < number && number <= page.to) page.dead++
  }
}
