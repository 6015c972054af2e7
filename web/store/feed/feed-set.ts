// A set is what one viewer may see in one epoch, from its first page on.
import type { Checkpoint } from '#schema/sync/protocol.ts'
import type { Aging } from './aging.ts'
import { Fold } from './fold.ts'

export interface PageHead {
  readonly generation: number
  readonly epoch: string
  readonly scope: string
  readonly from: number
  readonly to: number
  readonly history?: number
  readonly mark?: string
  readonly settled?: number
  readonly complete: boolean
  readonly total: number | null
  readonly durable: number
  readonly count: number
  /** The server's time, in ms since 1970; absent when the server did not send it. */
  readonly said?: number
  readonly older?: true
}

export function latestServerTime(heads: readonly Pick<PageHead, 'said'>[]): Pick<PageHead, 'said'> {
  const times = heads.flatMap(({ said }) => said ?? [])
  return times.length > 0 ? { said: Math.max(...times) } : {}
}

export interface SetName {
  readonly generation: number
  readonly epoch: string
  readonly scope: string
}

export interface PageInfo {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly count: number
  readonly bytes: number
  dead: number
}

const format = 2

const padded = (number: number): string => String(number).padStart(16, '0')

export const setPrefix = ({ generation, epoch, scope }: SetName): string =>
  `${format}|${padded(generation)}|${encodeURIComponent(epoch)}|${encodeURIComponent(scope)}|`

export function setNameIn(id: string): SetName | undefined {
  const [formatText, generation, epoch, scope] = id.split('|') as [string, string, string, string]
  if (formatText !== String(format)) return undefined
  return { generation: Number(generation), epoch: decodeURIComponent(epoch), scope: decodeURIComponent(scope) }
}

/**
 * The same for every writer of a page, so that the second one fails; `suffix` distinguishes compacted pages.
 */
export const pageIdOf = (name: SetName, from: number, mark = ''): string =>
  `${setPrefix(name)}${padded(from)}${mark && `|${mark}`}`

export class FeedSet implements SetName {
  readonly generation: number
  readonly epoch: string
  readonly scope: string
  epochNumber: number
  readonly fold: Fold
  readonly #aging: Aging | undefined
  pages: PageInfo[] = []
  position = 0
  /** The end of the last pull. Within a pull, a row's newest state may be on the next page. */
  settled = 0
  checkpointHash: string | undefined
  /** Rows in memory differ from the pages on the disk: a page could not be stored, or another tab wrote its own. */
  needsReload = false
  /** The newest head whose rows are shown, stored or not. */
  receivedCheckpoint: Checkpoint | undefined
  /** The latest server time of its pages; rows that are not recent by it were not sent. */
  serverTime = -Infinity
  isOlder = false
  complete = false
  total: number | null = null
  durable = 0

  constructor({ generation, epoch, scope }: SetName, history = 0, aging?: Aging) {
    this.fold = new Fold((number) => this.#countSuperseded(number), aging)
    this.#aging = aging
    this.epochNumber = history
    this.generation = generation
    this.epoch = epoch
    this.scope = scope
  }

  get checkpoint(): Checkpoint | undefined {
    return this.checkpointHash === undefined ? undefined : { number: this.position, mark: this.checkpointHash }
  }

  noteServerTime(at: number): void {
    this.serverTime = Math.max(this.serverTime, at)
    this.#aging?.noteServerTime(at)
  }

  addPage(head: PageHead, note: PageInfo): void {
    const at = this.pages.findIndex((page) => page.id === note.id)
    if (at >= 0) this.pages[at] = note
    else this.pages.push(note)
    this.epochNumber = head.history ?? 0
    if (head.to >= this.position) this.checkpointHash = head.mark
    this.position = Math.max(this.position, head.to)
    this.settled = Math.max(this.settled, head.settled ?? head.to)
    if (head.said !== undefined) this.noteServerTime(head.said)
    this.isOlder ||= head.older === true
    this.complete ||= head.complete
    this.total ??= head.total
    this.durable = Math.max(this.durable, head.durable)
  }

  exchange(old: readonly PageInfo[], note: PageInfo): void {
    const at = this.pages.indexOf(old[0]!)
    this.pages.splice(at, old.length, note)
  }

  #countSuperseded(number: number): void {
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
