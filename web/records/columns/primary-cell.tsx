import { type ReactNode, use } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { NarrowTable } from '#web/ui/table/narrow-table.ts'
import classes from './primary-cell.module.css'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { SelectBox } from './select-box.tsx'
import { useRowBadge } from '#web/records/data/use-table.ts'

interface PrimaryCellProps {
  readonly entity: EntityName
  readonly id: string
  readonly title: ReactNode
  readonly about?: ReactNode
  readonly wraps?: 'name' | 'about' | undefined
  readonly badge?: ReactNode
  readonly onOpen?: (() => void) | undefined
  readonly opens?: string
}

export function PrimaryCell({ entity, id, title, about, wraps = 'name', badge, onOpen, opens }: PrimaryCellProps) {
  const rowBadge = useRowBadge(entity, id)
  const isNarrow = use(NarrowTable)
  return (
    <div className={classes['cell']} data-wraps={wraps}>
      <div className={classes['line']} data-cut>
        <SelectBox entity={entity} id={id} />
        {onOpen ? (
          <button type="button" className={classes['open']} data-hint={opens} data-record={id} onClick={onOpen}>
            {title}
          </button>
        ) : (
          <span className={classes['title']}>{title}</span>
        )}
        {badge}
      </div>
      {(rowBadge || about) && (
        <div className={classes['about']} data-cut data-has-badge={rowBadge !== undefined || undefined}>
          {rowBadge && <RowBadge badge={rowBadge} iconOnly={isNarrow && Boolean(about)} />}
          {about && <span className={classes['words']}>{about}</span>}
        </div>
      )}
    </div>
  )
}
