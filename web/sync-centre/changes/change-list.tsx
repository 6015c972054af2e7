import type { Operation } from '#schema/sync/protocol.ts'
import { useStore } from '#web/ui/store-context.ts'
import { changeTitle } from './change-title.tsx'
import type { Names } from '#web/records/names/change-text.ts'
import { OperationFields } from './operation-fields.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

interface ChangeListProps {
  readonly heading: string
  readonly ops: readonly Operation[]
  readonly names: Names
  readonly untitled?: true
}

export function ChangeList({ heading, ops, names, untitled }: ChangeListProps) {
  const store = useStore()
  if (ops.length === 0) return null
  return (
    <div className={classes['described']}>
      <p className={classes['heading']}>{heading}</p>
      {ops.map((op, index) => (
        <div key={`${op.op} ${op.id} ${index}`}>
          {!untitled && <p className={classes['title']}>{changeTitle(store, op, names)}</p>}
          <OperationFields op={op} names={names} />
        </div>
      ))}
    </div>
  )
}
