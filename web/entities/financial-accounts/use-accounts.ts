import type { AnyRow } from '#schema/kernel/entity.ts'
import type { AccountName } from '#schema/kernel/sealed.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import type { OnlineState } from '#web/store/base/online.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useOnline } from '#web/records/data/use-online.ts'
import { useStore } from '#web/ui/store-context.ts'

interface Accounts {
  /** The worse state of the two requests. */
  readonly state: OnlineState
  readonly rows: { readonly [Name in AccountName]: readonly Row<Name>[] }
  readonly reload: () => void
}

const allOf = <R extends AnyRow>(table: Table<R>): readonly R[] => [...table.all()]

export function useAccounts(): Accounts {
  const { online } = useStore()
  const states = [useOnline('bankAccounts')!, useOnline('tradingAccounts')!]
  const bankAccounts = useComputed('bankAccounts', allOf)
  const tradingAccounts = useComputed('tradingAccounts', allOf)
  const reload = () => {
    void online.read('bankAccounts')
    void online.read('tradingAccounts')
  }
  const worst = ['failed', 'reading', 'here'].flatMap((kind) => states.filter((each) => each.kind === kind))
  return { state: worst[0]!, rows: { bankAccounts, tradingAccounts }, reload }
}
