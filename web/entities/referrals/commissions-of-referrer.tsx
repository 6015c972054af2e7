import { Group, Stack, Text, Title } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CommissionState, commissionState } from '#schema/entities/commissions/entity.ts'
import { sum } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import { countText, fieldLabel } from '#web/records/names/entity-texts.ts'
import { type Part, readPart, writePart } from '#web/records/names/part-in-address.ts'
import { actionsFor, type RecordNavigation } from '#web/records/actions/record-action.ts'
import { RecordDialogs } from '#web/records/dialogs/record-dialogs.tsx'
import { RecordName } from '#web/records/names/record-name.tsx'
import type { SearchProps } from '#web/records/list/record-plan.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { RowActionCell } from '#web/records/actions/row-action-cell.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { commissionActions } from './commission-actions.ts'
import { CommissionInvestor } from './commission-investor.tsx'
import { StateBadge, stateLabel } from './commission-state.tsx'

type Commission = Row<'commissions'>
const nothing = { details: false, create: false, update: false, delete: false } as const
const verbs = { entity: 'commissions', actions: commissionActions } as const
const ranks: Readonly<Record<CommissionState, number>> = { OVERDUE: 0, DUE: 1, PAID: 2 }

interface CommissionsOfReferrerProps extends SearchProps {
  readonly referralId: string
}

export function CommissionsOfReferrer({ referralId, search, setSearch }: CommissionsOfReferrerProps) {
  const { t } = useTranslation(['commissions', 'common'])
  const { identity } = useStore()
  const today = useToday()
  const table = useTable('commissions')
  const agreements = useTable('referralCommissions').where('referralId', referralId)
  const open = useCallback((part: Part) => setSearch({ part: writePart('commissions', part) }), [setSearch])
  const navigation = useMemo((): RecordNavigation => ({ open: (record, dialog) => open({ dialog, record }) }), [open])
  const rankOf = (each: Commission) => ranks[commissionState(each, today)]
  const rows = agreements
    .flatMap(({ id }) => table.where('agreementId', id))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || ((one.dueDate ?? '') < (other.dueDate ?? '') ? -1 : 1))
  const actions = actionsFor('commissions', identity, nothing, commissionActions)
  return (
    <Stack gap="sm" component="section" aria-label={t('earned')}>
      <Group gap="sm" align="baseline">
        <Title order={3}>{t('earned')}</Title>
        <Text c="dimmed" size="sm">
          {countText('commissions', rows.length)}
        </Text>
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('earnedNothing')}</Text>
      ) : (
        <>
          <Text size="sm">
            <OwedSums rows={rows} today={today} />
          </Text>
          <PlainTable
            label={t('earned')}
            stacked
            columns={[
              { header: fieldLabel('commissions', 'investmentId') },
              { header: fieldLabel('commissions', 'dueDate') },
              { header: fieldLabel('commissions', 'amount'), align: 'figure' },
              { header: t('state') },
              { header: t('common:actions'), align: 'end' },
            ]}
            rows={rows.map((row) => {
              const badge = table.badge(row.id)
              return {
                id: row.id,
                cells: [
                  <Group key="of" gap="xs">
                    <RecordName entity="investments" id={row.investmentId} />
                    <Text c="dimmed" size="sm" component="span">
                      <CommissionInvestor commission={row} />
                    </Text>
                    {badge && <RowBadge badge={badge} />}
                  </Group>,
                  <RecordValue key="due" entity="commissions" row={row} field="dueDate" />,
                  <RecordValue key="amount" entity="commissions" row={row} field="amount" money="exact" />,
                  <StateBadge key="state" commission={row} />,
                  <RowActionCell
                    key="actions"
                    entity="commissions"
                    row={row}
                    actions={actions}
                    navigation={navigation}
                  />,
                ],
              }
            })}
          />
        </>
      )}
      <RecordDialogs
        verbs={verbs}
        permitted={nothing}
        shown={readPart('commissions', search.part)}
        onClose={() => setSearch({ part: undefined })}
      />
    </Stack>
  )
}

function OwedSums({ rows, today }: { readonly rows: readonly Commission[]; readonly today: string }) {
  const groups = Map.groupBy(rows, (each) => `${commissionState(each, today)} ${each.currency}`)
  return [...groups].map(([key, group], index) => {
    const [state, currency] = key.split(' ') as [CommissionState, string]
    return (
      <span key={key}>
        {index > 0 && ' · '}
        {stateLabel(state)} <Money as="exact" amount={sum(group.map(({ amount }) => amount))} currency={currency} />
      </span>
    )
  })
}
