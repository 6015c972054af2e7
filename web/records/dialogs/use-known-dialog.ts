// An address may name a dialog that its screen does not have, or does not offer to this person. It forgets the name, so
// that a reload, a bookmark or a shared link does not carry it on.
import { useEffect } from 'react'
import { noDialog } from '#web/ui/search/list-search.ts'
import { useStore } from '#web/ui/store-context.ts'
import { hasRight } from '#web/records/actions/record-action.ts'
import type { Offered, RecordVerbs, SearchProps } from '#web/records/list/record-plan.ts'

interface Dialogs extends Offered {
  readonly details: boolean
}

/** The person is told that an edit without a record is not possible: see record-dialogs.tsx. */
const withoutRecord = ['create', 'edit']

export function useKnownDialog(dialogs: Dialogs, actions: RecordVerbs['actions'], { search, setSearch }: SearchProps) {
  const { dialog, record } = search
  const { identity } = useStore()
  const known = [
    ...(dialogs.create ? ['create'] : []),
    ...(dialogs.details ? ['details'] : []),
    ...(dialogs.update ? ['edit'] : []),
    ...(dialogs.delete ? ['delete'] : []),
    ...(actions ?? []).flatMap(({ id, opens, needs }) => (opens && hasRight(identity, needs) ? [id] : [])),
  ]
  const opens =
    dialog === undefined || (known.includes(dialog) && (record !== undefined || withoutRecord.includes(dialog)))
  useEffect(() => {
    if (!opens) setSearch(noDialog)
  }, [opens, setSearch])
}
