import { useCallback, useMemo } from 'react'
import type { Row } from '#schema/registry.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { nameOfProject } from '#web/records/names/project-name.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

interface Portfolio {
  readonly isStaff: boolean
  /** Staff who have not chosen an investor: zeros would look like real figures. */
  readonly isNobody: boolean
  /** Newest first. */
  readonly holdings: readonly Row<'investments'>[]
  /** The chosen record, or all of the investor's own. */
  readonly investors: readonly Row<'investors'>[]
  readonly nameOf: (holding: { readonly projectId: string }) => string
}

/** An investor's own address cannot choose an investor. */
export function usePortfolio(investor: string | undefined): Portfolio {
  const isStaff = useMayAll('investors', 'read')
  const chosen = (isStaff && investor) || null
  const isNobody = isStaff && chosen === null
  const holdings = useComputed(
    'investments',
    useCallback(
      (table: Table<Row<'investments'>>) => {
        if (isNobody) return []
        const rows = chosen === null ? [...table.all()] : [...table.where('investorId', chosen)]
        return rows.sort((a, b) => (a.investmentDate < b.investmentDate ? 1 : -1))
      },
      [isNobody, chosen],
    ),
  )
  const investors = useComputed(
    'investors',
    useCallback(
      (table: Table<Row<'investors'>>) => {
        const one = chosen === null ? undefined : table.get(chosen)
        return chosen === null ? (table.size > 20 ? [] : [...table.all()]) : one ? [one] : []
      },
      [chosen],
    ),
  )
  return { isStaff, isNobody, holdings, investors, nameOf: useNameOf(holdings) }
}

function useNameOf(holdings: readonly Row<'investments'>[]) {
  const store = useStore()
  const { version } = useTable('projects')
  return useMemo(() => {
    void version
    const holdingIn = new Map(holdings.map((each) => [each.projectId, each]))
    return ({ projectId }: { readonly projectId: string }): string =>
      nameOfProject(holdingIn.get(projectId) ?? { projectId, projectName: null }, store.table('projects')) ?? ''
  }, [holdings, store, version])
}
