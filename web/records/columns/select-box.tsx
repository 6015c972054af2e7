import i18next from 'i18next'
import { use } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { SelectionContext, useIsSelected } from '#web/records/data/selection.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import { useAriaKeys } from '#web/ui/commands/registered-commands.ts'
import { useStore } from '#web/ui/store-context.ts'
import classes from './select-box.module.css'

interface SelectBoxProps {
  readonly entity: EntityName
  readonly id: string
}

export function SelectBox(props: SelectBoxProps) {
  const isSelected = useIsSelected(props.id)
  return isSelected !== null && <Box {...props} isSelected={isSelected} />
}

/** A native input: a scrolling list renders many. */
function Box({ entity, id, isSelected }: SelectBoxProps & { readonly isSelected: boolean }) {
  const store = useStore()
  const selection = use(SelectionContext)
  const keys = useAriaKeys('select')
  const label = i18next.t('common:select')
  const value = titleInStore(store, entity, id)
  return (
    <input
      type="checkbox"
      className={classes['box']}
      checked={isSelected}
      onChange={() => selection?.toggle(id)}
      aria-label={value ? i18next.t('common:labelled', { label, value }) : label}
      aria-keyshortcuts={keys}
    />
  )
}
