import { useEffect } from 'react'
import { noDialog } from '#web/ui/search/list-search.ts'
import { useStore } from '#web/ui/store-context.ts'
import { hasRight } from '#web/records/actions/record-action.ts'
import type { PermittedVerbs, RecordVerbs, SearchProps } from '#web/records/list/record-plan.ts'

interface Dialogs extends PermittedVerbs {
  readonly details: boolean
}

const withoutRecord = ['create', 'edit']

export function useCloseUnknownDialog(
  dialogs: Dialogs,
  actions: RecordVerbs['actions'],
  { search, setSearch }: SearchProps,
) {
  const { dialog, record } = search
  const { identity } = useStore()
  const knownDialogs = [
    ...(dialogs.create ? ['create'] : []),
    ...(dialogs.details ? ['details'] : []),
    ...(dialogs.update ? ['edit', 'value'] : []),
    ...(dialogs.delete ? ['delete'] : []),
    ...(actions ?? []).flatMap(({ id, opens: isKnown, needs }) => (isKnown && hasRight(identity, needs) ? [id] : [])),
  ]
  const isKnown =
    dialog === undefined || (knownDialogs.includes(dialog) && (record !== undefined || withoutRecord.includes(dialog)))
  useEffect(() => {
    if (!isKnown) setSearch(noDialog)
  }, [isKnown, setSearch])
}
