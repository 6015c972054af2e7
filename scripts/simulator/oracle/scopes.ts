// FOLD3: what a person may no longer see disappears immediately; the rest stays until the new set has arrived. Narrowing
// follows from roles and links, not from the response.
import type { Sql } from '../server/backend.ts'
import type { Tab } from '../device/device.ts'
import type { Person } from '../server/firm.ts'
import type { Release } from '../versions/release.ts'
import type { ServerResponse, Call, Origin } from '../network/network.ts'
import { investorsOf, type Row, seenEntities, visibleRows } from './projection.ts'
import { isRecent } from './recent.ts'
import { assert } from './violation.ts'

interface AnnouncedScope {
  readonly rank: number
  readonly investors: readonly string[]
  readonly narrowings: number
}

interface ScopeChange {
  readonly isNarrowed: boolean
  /** The rows shown when the server announced another set. */
  readonly shown: ReadonlyMap<string, Row>
}

const ranks = ['ADMIN', 'PORTFOLIO_MANAGER', 'INVESTOR']

export class Scopes {
  readonly #sql: Sql
  readonly #release: Release | undefined
  readonly #announced = new Map<string, AnnouncedScope>()
  readonly #scopeChanges = new Map<Tab, ScopeChange>()

  constructor(sql: Sql, release?: Release) {
    this.#sql = sql
    this.#release = release
  }

  async announce(person: Person, text: string): Promise<void> {
    const scope = /"scope":"([^"]*)"/.exec(text)?.[1]
    if (scope === undefined || this.#announced.has(`${person.identity.id} ${scope}`)) return
    const investors = person.role === 'INVESTOR' ? await investorsOf(this.#sql, person) : []
    this.#announced.set(`${person.identity.id} ${scope}`, {
      rank: ranks.indexOf(person.role),
      investors,
      narrowings: this.#release?.narrowings(person.role) ?? 0,
    })
  }

  refused({ from, path }: Call, { text }: ServerResponse): void {
    if (!isTab(from) || !from.device.leads(from) || isPaused(from)) return
    const { scope } = JSON.parse(text) as { scope: string }
    const query = new URL(path, 'http://server').searchParams
    const announcedScope = (name: string | null) => this.#announced.get(`${from.person.identity.id} ${name}`)
    const names = (text: string | null) => text?.split('.')[0]
    assert(
      !this.#release?.isGrowth || !query.get('scope') || names(query.get('scope')) === names(scope),
      () => `GROW3: a new field alone begins the scope ${scope}`,
    )
    const [before, now] = [announcedScope(query.get('scope')), announcedScope(scope)]
    if (!before || !now) return
    const isNarrowed =
      now.narrowings > before.narrowings ||
      now.rank > before.rank ||
      before.investors.some((each) => !now.investors.includes(each))
    // An incomplete set need not stay on the screen.
    this.#scopeChanges.set(from, { isNarrowed, shown: from.store.status.hasAllRows ? rowsOn(from) : new Map() })
  }

  async check(): Promise<void> {
    for (const [tab, { isNarrowed, shown }] of this.#scopeChanges) {
      this.#scopeChanges.delete(tab)
      if (tab.listener.isFrozen) continue
      const now = rowsOn(tab)
      if (isNarrowed) {
        const visible = await visibleRows(this.#sql, tab.person)
        for (const key of now.keys())
          assert(visible.has(key), () => `${tab.label} shows ${key} after its user’s visibility has narrowed`)
      } else {
        for (const [key, row] of shown)
          assert(
            now.has(key) || isRecent(key, row, [tab.device.now()]) === false,
            () => `${tab.label} does not show ${key} while it pulls everything again`,
          )
      }
    }
  }
}

/** A store that waits for its user ignores late responses, and repeats the request before it continues. */
const isPaused = ({ store }: Tab): boolean =>
  ['signed-out', 'other-person', 'too-old'].includes(store.status.connection)

const isTab = (from: Origin): from is Tab => 'store' in from

const rowsOn = ({ store }: Tab): Map<string, Row> =>
  new Map(
    seenEntities.flatMap((entity) =>
      [...store.table(entity as 'projects').all()].flatMap((row): [string, Row][] =>
        row.number > 0 ? [[`${entity} ${row.id}`, row]] : [],
      ),
    ),
  )
