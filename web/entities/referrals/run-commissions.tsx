// Online only: the server reads one snapshot and writes each commission once.
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCalculator, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/money/dates.ts'
import type { OnlineProblem } from '#web/store/base/online.ts'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { problemText } from '#web/ui/problem-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { countText, fieldLabel } from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { CommissionInvestor } from './commission-investor.tsx'

interface Sums {
  readonly count: number
  readonly totals: Readonly<Record<string, string>>
}

interface DueCommissions extends Sums {
  readonly until: string
  /** Unpaid commissions dated after an exit; absent on older servers. */
  readonly removed?: Sums
  readonly commissions: readonly {
    readonly agreementId: string
    readonly investmentId: string
    readonly calculatedOn: string
    readonly amount: string
    readonly currency: string
  }[]
}

const maxShown = 50

export function RunCommissions() {
  const { t } = useTranslation('commissions')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalculator size={18} stroke={1.6} aria-hidden="true" />}
        aria-label={t('run')}
        onClick={() => setOpen(true)}
      >
        {t('runShort')}
      </Button>
      <Dialog opened={isOpen} title={t('run')} onClose={close} size="lg">
        <Run onDone={close} />
      </Dialog>
    </>
  )
}

type DuePreview = { readonly day: string } & ({ readonly due: DueCommissions } | { readonly problem: OnlineProblem })

function Run({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['commissions', 'common'])
  const { online } = useStore()
  const today = useToday()
  const [until, setUntil] = useState(today)
  const [latest, setLatest] = useState<DuePreview>()
  const { isBusy, run: runAction } = useAction()

  useEffect(() => {
    if (!isCalendarDate(until)) return
    let isLatest = true
    online.request('POST', `/api/commissions/run?until=${until}&preview=true`).then(
      (due) => isLatest && setLatest({ day: until, due: due as DueCommissions }),
      (problem: unknown) => isLatest && setLatest({ day: until, problem: problem as OnlineProblem }),
    )
    return () => {
      isLatest = false
    }
  }, [online, until])

  const preview = latest?.day === until ? latest : undefined
  const due = preview && 'due' in preview ? preview.due : undefined
  const willRemove = due ? removedBy(due) > 0 : false
  const isRemoval = due?.count === 0 && willRemove
  const run = () =>
    void runAction(async () => {
      const ran = (await online.request('POST', `/api/commissions/run?until=${until}`)) as DueCommissions
      const removed = removedBy(ran)
      const done = [
        ...(ran.count > 0 || removed === 0 ? [t('runDone', { commissions: countText('commissions', ran.count) })] : []),
        ...(removed > 0 ? [t('runRemoved', { commissions: countText('commissions', removed) })] : []),
      ]
      toast.success(done.join(' · '))
      onDone()
    })

  return (
    <Stack gap="md">
      <Text c="dimmed">{t('runText')}</Text>
      <DateInput label={t('until')} value={until} onChange={setUntil} maw="16rem" />
      {!preview && isCalendarDate(until) && <Loader size="sm" aria-label={t('common:loading')} />}
      {preview && 'problem' in preview && (
        <Banner
          icon={IconCloudOff}
          text={preview.problem.status === null ? t('runOnline') : (problemText(preview.problem) ?? t('runFailed'))}
        />
      )}
      {due && <Preview due={due} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!due || (due.count === 0 && !isRemoval)} aria-busy={isBusy} onClick={run}>
          {t(isRemoval ? 'runRemoveSubmit' : willRemove ? 'runBothSubmit' : 'runSubmit')}
        </Button>
      </Group>
    </Stack>
  )
}

const removedBy = ({ removed }: DueCommissions): number => removed?.count ?? 0

function Preview({ due }: { readonly due: DueCommissions }) {
  return (
    <Stack gap="sm">
      {due.removed && due.removed.count > 0 && <SumLine label="runRemoves" sums={due.removed} />}
      <DueList due={due} />
    </Stack>
  )
}

function SumLine({
  label,
  sums: { count, totals },
}: {
  readonly label: 'runPreview' | 'runRemoves'
  readonly sums: Sums
}) {
  const { t } = useTranslation('commissions')
  return (
    <Text fw={600}>
      {t(label, { commissions: countText('commissions', count) })}{' '}
      {Object.entries(totals).map(([currency, amount], index) => (
        <span key={currency}>
          {index > 0 && ' · '}
          <Money as="exact" amount={amount} currency={currency} />
        </span>
      ))}
    </Text>
  )
}

function DueList({ due }: { readonly due: DueCommissions }) {
  const { t } = useTranslation('commissions')
  if (due.count === 0)
    return (
      <Text>
        <Sentence format={(day) => t('runNothing', { day })} parts={[<CalendarDay key="day" date={due.until} />]} />
      </Text>
    )
  return (
    <Stack gap="sm">
      <SumLine label="runPreview" sums={due} />
      <PlainTable
        label={t('many')}
        stacked
        columns={[
          { header: fieldLabel('commissions', 'investmentId') },
          { header: fieldLabel('investments', 'investorId') },
          { header: fieldLabel('commissions', 'calculatedOn') },
          { header: fieldLabel('commissions', 'amount'), align: 'figure' },
        ]}
        rows={due.commissions.slice(0, maxShown).map((each) => ({
          id: `${each.agreementId} ${each.investmentId} ${each.calculatedOn}`,
          cells: [
            <RecordName key="investment" entity="investments" id={each.investmentId} />,
            <CommissionInvestor key="investor" commission={each} />,
            <CalendarDay key="day" date={each.calculatedOn} />,
            <Money key="amount" as="exact" amount={each.amount} currency={each.currency} />,
          ],
        }))}
      />
      {due.count > maxShown && (
        <Text c="dimmed" size="sm">
          {t('runMore', { commissions: countText('commissions', due.count - maxShown) })}
        </Text>
      )}
    </Stack>
  )
}
