// A number that explains itself: pressed, it opens how it is made.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import classes from './figure.module.css'
import { useOpenFigure } from './open-figure.ts'
import type { ScreenPath } from './screen-path.tsx'
import type { RecordSearch } from './record-search.ts'

const FigurePanel = preloadable(() => import('./figure-panel.tsx').then((each) => each.FigurePanel))

export interface FigureLink {
  readonly to: ScreenPath
  readonly search?: RecordSearch
}

/** A row that the figure counts. */
export interface FigureRow {
  readonly id: string
  readonly name: ReactNode
  readonly about?: ReactNode
  readonly value: ReactNode
  readonly link?: FigureLink
}

export interface FigureRows {
  readonly rows: readonly FigureRow[]
  /** The rows that are too many to show, in one line. */
  readonly rest?: { readonly count: number; readonly value: ReactNode }
  /** What the rows make together. */
  readonly sum: ReactNode
  /** What `sum` is, when it is not a sum: "Mean". */
  readonly sumIs?: string
  /** Parts of the sum, and what stands beside it. */
  readonly parts?: readonly { readonly name: string; readonly value: ReactNode }[]
  /** What the figure cannot count. */
  readonly note?: ReactNode
}

export interface FigureProps {
  /** What the address calls it while it is open. */
  readonly id: string
  readonly name: string
  readonly value: ReactNode
  /** How it is computed, in words. */
  readonly formula: string
  /** The calendar day for which it is true. */
  readonly day: string
  /** The tables from which it is computed: the rows follow their changes. Kept stable by the caller, like `rows`. */
  readonly of: readonly EntityName[]
  readonly rows: () => Generator<undefined, FigureRows>
  /** The list with all rows. */
  readonly all?: FigureLink
}

export function Figure({ id, name, value, ...panel }: FigureProps) {
  const { t } = useTranslation('common')
  const { figure, open } = useOpenFigure()
  return (
    <>
      <button
        type="button"
        className={classes['figure']}
        aria-haspopup="dialog"
        title={t('explainFigure', { name })}
        onClick={() => open(id)}
      >
        {value}
      </button>
      <Drawer opened={figure === id} onClose={() => open(undefined)} side="end" size="lg" title={name}>
        <FigurePanel value={value} {...panel} />
      </Drawer>
    </>
  )
}
