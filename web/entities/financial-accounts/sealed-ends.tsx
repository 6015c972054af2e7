import { VisuallyHidden } from '@mantine/core'
import i18next from 'i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { AccountName } from '#schema/kernel/sealed.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import type { ShownField } from './account-kinds.ts'
import classes from './sealed-ends.module.css'

interface SealedEndsProps {
  readonly entity: AccountName
  readonly fields: readonly ShownField[]
  readonly row: AnyRow
}

export const SealedEnds = ({ entity, fields, row }: SealedEndsProps) => (
  <dl className={classes['ends']}>
    {fields
      .filter(({ shownBy }) => row[shownBy] !== null)
      .map(({ shownBy }) => (
        <div key={shownBy}>
          <dt>{fieldLabel(entity, shownBy)}</dt>
          <dd>
            <bdi dir="ltr">
              <VisuallyHidden component="span">{i18next.t('accounts:endsIn')} </VisuallyHidden>
              <span aria-hidden="true">•••• </span>
              {row[shownBy] as string}
            </bdi>
          </dd>
        </div>
      ))}
  </dl>
)
