import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { ColumnChoice } from './column-choice.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { PanelButton } from '#web/records/filters/panel-button.tsx'
import type { ColumnPlans } from './record-columns.tsx'

const ColumnsPanel = preloadable(() => import('./columns-panel.tsx').then((each) => each.ColumnsPanel))

interface ColumnsButtonProps<Name extends EntityName> extends ColumnChoice {
  readonly entity: Name
  readonly plans: ColumnPlans<Name>
}

export function ColumnsButton<Name extends EntityName>({ entity, plans, ...choice }: ColumnsButtonProps<Name>) {
  const { t } = useTranslation('common')
  const columns = plans.others.map((plan) =>
    'field' in plan
      ? { id: plan.field as string, label: fieldLabel(entity, plan.field) }
      : { id: plan.id, label: plan.header() },
  )
  return (
    <PanelButton
      label={t('columns')}
      icon={IconColumns3}
      panel={(close) => <ColumnsPanel columns={columns} {...choice} onClose={close} />}
    />
  )
}
