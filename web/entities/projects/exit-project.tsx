import { Stack, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#schema/money/dates.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { isSame } from '#schema/records/change.ts'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { paidInOf } from '#schema/portfolio/investor-flows.ts'
import type { Row } from '#schema/registry.ts'
import type { CommandFields } from '#web/store/base/command.ts'
import type { Table } from '#web/store/base/contract.ts'
import { AdvancedFields } from '#web/records/form/advanced-fields.tsx'
import { countText } from '#web/records/names/entity-texts.ts'
import { FormFields } from '#web/records/form/form-fields.tsx'
import { formOf } from '#web/records/form/form-of.ts'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useHistories } from '#web/records/holdings/use-histories.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { Listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { totalsByCurrency } from '#web/ui/table/totals.ts'
import { ExitWaterfall } from './exit-waterfall.tsx'

const form = formOf('projects', ['actualIRR'])

/** An untouched rate stays as it is on the server. */
const changed = ({ actualIRR = null }: CommandFields<'projects'>, opened: Row<'projects'>) =>
  isSame(actualIRR, opened.actualIRR) ? {} : { actualIRR }

export function ExitProject({ row: project, onDone }: ActionDialogProps<'projects'>) {
  const { t } = useTranslation('projects')
  const store = useStore()
  const today = useToday()
  const held = useComputed(
    'investments',
    useCallback((table: Table<Row<'investments'>>) => table.where('projectId', project.id), [project.id]),
  )
  const { byHolding } = useHistories(held)
  const [opened] = useState(project)
  const act = { entity: 'projects', verb: 'exit', id: project.id, fields: {} } as const
  const preview = store.preview(act)
  const active = held.filter(({ status }) => statusClass(status) === 'ACTIVE')
  const committed = held.filter(({ status }) => status === 'COMMITTED')
  const invested = active.filter(({ currency }) => currency === project.currency)
  const calls = invested.flatMap(({ id }) => byHolding.get(id)?.flows.filter(({ type }) => isCall(type)) ?? [])
  const first = calls.map(({ date }) => date).reduce((a, b) => (a < b ? a : b), today)
  const sums = (of: readonly Row<'investments'>[]) => (
    <Listed
      parts={[...totalsByCurrency(of)].map(([currency, amount]) => (
        <Money key={currency} as="whole" amount={amount} currency={currency} />
      ))}
    />
  )
  return (
    <RecordForm
      initial={form.fromRow(opened)}
      submit={t('exit')}
      submitting={t('exiting')}
      failed={t('updateFailed')}
      save={(values) =>
        store.act({ ...act, fields: changed(form.toFields(values, project.currency), opened) }, preview)
      }
      onSaved={(outcome) => {
        reportSaved(store, outcome, t('exited'), { name: project.name })
        onDone()
      }}
      onCancel={onDone}
    >
      {(of) => (
        <>
          <Stack gap="xs" data-wide="true">
            <Text>
              <Sentence
                format={(name) => t('exitWarning', { name: name! })}
                parts={[<RecordName key="name" entity="projects" id={project.id} />]}
              />
            </Text>
            {active.length > 0 && (
              <Text>
                <Sentence
                  format={(amounts) => t('exitActive', { many: countText('investments', active.length), amounts })}
                  parts={[<strong key="amounts">{sums(active)}</strong>]}
                />
              </Text>
            )}
            {committed.length > 0 && (
              <Text c="dimmed">
                <Sentence
                  format={(amounts) =>
                    t('exitCommitted', { many: countText('investments', committed.length), amounts })
                  }
                  parts={[<span key="amounts">{sums(committed)}</span>]}
                />
              </Text>
            )}
          </Stack>
          <FormFields form={of} formPlan={form} mode="edit" values={of.values} currency={project.currency} />
          {invested.length > 0 && (
            <AdvancedFields label={t('waterfall.title')}>
              <ExitWaterfall
                capital={paidInOf(calls)}
                currency={project.currency}
                years={Math.floor(daysBetween(first, today) / 365.25)}
              />
            </AdvancedFields>
          )}
        </>
      )}
    </RecordForm>
  )
}
