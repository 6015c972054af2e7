import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { HoldingHistory, HoldingOnDay } from '#schema/portfolio/holding-value.ts'
import type { Row } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { Gain } from '#web/records/holdings/holding-value.tsx'
import { RecordName } from '#web/records/names/record-name.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Drawer } from '#web/ui/overlay/dialogs/drawer.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import classes from './holdings.module.css'
import { HoldingPanel } from './holding-panel.tsx'
import { nextDateOf } from './next-date.ts'
import { NextDateText } from './next-date-text.tsx'
import type { PortalSearchProps } from './portal-search.ts'
import { RuleInShort, Unfunded } from './value-rule.tsx'

interface HoldingsProps extends PortalSearchProps {
  readonly holdings: readonly Row<'investments'>[]
  readonly values: ReadonlyMap<string, HoldingOnDay>
  readonly histories: ReadonlyMap<string, HoldingHistory>
}

export function Holdings({ holdings, values, histories, search, setSearch }: HoldingsProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const opened = holdings.find(({ id }) => id === search.holding)
  const history = histories.get(search.holding ?? '')
  return (
    <Stack gap="sm" component="section" aria-label={t('holdings')}>
      <Title order={2}>{t('holdings')}</Title>
      <PlainTable
        stacked
        label={t('holdings')}
        columns={[
          { header: fieldLabel('investments', 'projectId') },
          { header: fieldLabel('investments', 'amount'), align: 'figure' },
          { header: t('value'), align: 'figure' },
          { header: t('return'), align: 'figure' },
          { header: t('comesNext') },
        ]}
        rows={holdings.map((each) => {
          const next = nextDateOf(each, values.get(each.id), today)
          return {
            id: each.id,
            cells: [
              <div key="project" className={classes['project']}>
                <button type="button" className={classes['name']} onClick={() => setSearch({ holding: each.id })}>
                  <RecordName entity="projects" id={each.projectId} fallback={each.projectName} />
                </button>
                <StatusBadge entity="investments" status={each.status} />
              </div>,
              <Money key="amount" as="whole" amount={each.amount} currency={each.currency} />,
              <div key="value" className={classes['value']}>
                <Money as="whole" amount={values.get(each.id)?.value} currency={each.currency} />
                <RuleInShort valued={values.get(each.id)} />
                <Unfunded holding={each} valued={values.get(each.id)} />
              </div>,
              <Gain key="gain" valued={values.get(each.id)} holding={each} />,
              next ? <NextDateText key="next" next={next} /> : <Text key="next">—</Text>,
            ],
          }
        })}
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => setSearch({ holding: undefined })}
        side="end"
        size="lg"
        title={t('holding')}
      >
        {opened && history && <HoldingPanel holding={opened} valued={values.get(opened.id)} history={history} />}
      </Drawer>
    </Stack>
  )
}
