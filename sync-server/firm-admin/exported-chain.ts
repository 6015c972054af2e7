import type { ChainSource, StoredHead, StoredEntry } from '#server/entities/audit-logs/read-chain.ts'
import type { ChainName } from '#server/records/audit/audit-chain.ts'
import { endColumns, entryNames } from '#server/firm-export/exported-trail.ts'
import type { Cells, OpenExport } from './open-export.ts'

const numberIn = (cell: string | null | undefined): number | null => (cell ? Number(cell) : null)

function asEntry(cells: Cells, chain: ChainName): StoredEntry {
  if (cells['chain'] !== chain) throw new Error(`audit-${chain}.csv holds an entry of the chain ${cells['chain']}`)
  return {
    ...(cells as Readonly<Record<string, never>>),
    chain,
    place: Number(cells['place']),
    number: numberIn(cells['number']),
    details: JSON.parse(cells['details']!) as unknown,
    isUnmodified: true,
  } as StoredEntry
}

export async function exportedChain(from: OpenExport, chain: ChainName): Promise<ChainSource> {
  const heads: Cells[] = []
  for await (const each of from.rows('audit-heads.csv', endColumns))
    if (each['chain'] === chain) {
      if (each['tenantId'] !== from.tenantId) throw new Error('audit-heads.csv is of another firm')
      heads.push(each)
    }
  const found = heads.map(({ place, hash, seal }): StoredHead => ({
    place: Number(place),
    hash: hash!,
    seal: seal!,
    number: chain === 'records' ? 0 : null,
  }))
  return {
    async *entries() {
      for await (const cells of from.rows(`audit-${chain}.csv`, entryNames)) yield asEntry(cells, chain)
    },
    head: () => Promise.resolve(found[0]),
    withoutPosition: () => Promise.resolve([]),
  }
}
