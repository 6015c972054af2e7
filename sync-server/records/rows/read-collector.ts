// Collects reads, so that a whole batch takes few statements. What is missing is loaded when it is read.
import type { Link } from '#schema/kernel/entity.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { ReadSet } from './working-set.ts'

export interface ReadCollector {
  row(entity: string, id: unknown): void
  children(link: Link, parentId: string): void
  deletedChildren(link: Link, parentId: string): void
  group(deletedIn: string): void
  chain(entity: string, id: unknown): void
}

interface LoadableReadCollector extends ReadCollector {
  load(): Promise<void>
}

type ReferringIds = Map<string, { readonly link: Link; readonly ids: Set<string> }>

export function createReadCollector(set: ReadSet): LoadableReadCollector {
  const rows = new Map<string, Set<string>>()
  const chains = new Map<string, Set<string>>()
  const children: ReferringIds = new Map()
  const deletedChildren: ReferringIds = new Map()
  const groups = new Set<string>()

  function add(to: Map<string, Set<string>>, entity: string, id: unknown): void {
    if (typeof id !== 'string' || !isUuid(id)) return
    const ids = to.get(entity) ?? new Set()
    to.set(entity, ids.add(id))
  }

  function addPointing(to: ReferringIds, link: Link, id: string): void {
    const key = `${link.entity} ${link.field}`
    const found = to.get(key) ?? { link, ids: new Set() }
    to.set(key, found)
    found.ids.add(id)
  }

  function take<Value>(from: Map<string, Value>): [string, Value][] {
    const taken = [...from]
    from.clear()
    return taken
  }

  return {
    row: (entity, id) => add(rows, entity, id),
    chain: (entity, id) => add(chains, entity, id),
    children: (link, parentId) => addPointing(children, link, parentId),
    deletedChildren: (link, parentId) => addPointing(deletedChildren, link, parentId),
    group: (deletedIn) => void groups.add(deletedIn),
    async load() {
      const deletedIn = [...groups]
      groups.clear()
      await Promise.all([
        ...take(rows).map(([entity, ids]) => set.load(entityNamed(entity)!, [...ids])),
        ...take(chains).map(([entity, ids]) => set.loadChains(entityNamed(entity)!, [...ids])),
        ...take(children).map(([, { link, ids }]) => set.loadChildren(link, [...ids])),
        ...take(deletedChildren).map(([, { link, ids }]) => set.loadDeletedChildren(link, [...ids])),
        set.loadGroups(deletedIn),
      ])
    },
  }
}
