import type { ReactNode } from 'react'
import type { Operation } from '#schema/protocol.ts'
import type { Store } from '#web/store/contract.ts'
import { Name } from '#web/ui/name.tsx'
import { changeVerb, type Names, recordName, type Words } from './change-words.ts'

/** What was done to what. */
export const changeTitle = (store: Store, t: Words, op: Operation, names: Names): ReactNode => (
  <>
    {changeVerb(t, op)}: <Name>{recordName(store, t, op, names)}</Name>
  </>
)
