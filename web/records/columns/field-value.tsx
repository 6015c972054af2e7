import { amountProps } from '#web/ui/format/numbers/amount-props.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { type FieldOwner, fieldValue, kindOf } from '#web/records/names/change-text.ts'
import classes from './field-value.module.css'

interface FieldValueProps {
  readonly owner: FieldOwner
  readonly field: string
  readonly value: unknown
}

/** Figures and dates do not wrap; anything else may be free text. A date has the direction of its month's name. */
export function FieldValue({ owner, field, value }: FieldValueProps) {
  const text = fieldValue(useStore(), owner, field, value)
  const kind = kindOf(owner.entity, field)
  if (kind !== 'decimal' && kind !== 'date') return <Name>{text}</Name>
  if (kind === 'decimal') return <bdi {...amountProps(text)} className={classes['figure']} />
  return (
    <bdi dir="auto" className={classes['figure']}>
      {text}
    </bdi>
  )
}
