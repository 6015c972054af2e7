import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { fieldValue, isFigure, type FieldOwner } from './change-text.ts'
import classes from '#web/sync-centre/sync-centre.module.css'

interface FieldValueProps {
  readonly whose: FieldOwner
  readonly field: string
  readonly value: unknown
}

/** Figures and dates do not wrap; anything else may be free text. */
export function FieldValue({ whose, field, value }: FieldValueProps) {
  const text = fieldValue(useStore(), whose, field, value)
  if (!isFigure(whose.entity, field)) return <Name>{text}</Name>
  return (
    <bdi dir="ltr" className={classes['figure']}>
      {text}
    </bdi>
  )
}
