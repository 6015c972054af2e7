// The first cell of a row: what the record is called, one line about it, and its mark. The name opens the record, and
// its target covers the whole row.
import type { ReactNode } from 'react'
import type { EntityName } from '#schema/registry.ts'
import classes from './primary-cell.module.css'
import { RowMark } from './row-mark.tsx'
import { useMark } from './use-table.ts'

interface PrimaryCellProps {
  readonly entity: EntityName
  readonly id: string
  readonly title: ReactNode
  readonly about?: ReactNode
  /** Instead of `about` where columns are left out: what those say that matters most. */
  readonly narrow?: ReactNode
  readonly badge?: ReactNode
  readonly onOpen?: (() => void) | undefined
}

export function PrimaryCell({ entity, id, title, about, narrow, badge, onOpen }: PrimaryCellProps) {
  const mark = useMark(entity, id)
  return (
    <div className={classes['cell']}>
      <div className={classes['line']}>
        {onOpen ? (
          <button type="button" className={classes['open']} onClick={onOpen}>
            {title}
          </button>
        ) : (
          <span className={classes['title']}>{title}</span>
        )}
        {badge}
      </div>
      {(mark || about || narrow) && (
        <div className={classes['about']} data-only={mark || about ? undefined : 'narrow'}>
          {mark && <RowMark mark={mark} />}
          {about && (
            <span className={classes['words']} data-only={narrow ? 'wide' : undefined}>
              {about}
            </span>
          )}
          {narrow && (
            <span className={classes['words']} data-only="narrow">
              {narrow}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
