// Asks the server what is due up to a day, shows it, and has it written. Online only: the server reads agreements and
// investments of one moment, and writes each commission once.
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconCalculator, IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/dates.ts'
import type { OnlineProblem } from '#web/store/online.ts'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { CalendarDay } from '#web/ui/format/calendar-day.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useToday } from '#web/ui/format/use-today.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAsking } from '#web/ui/overlay/use-asking.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { problemText } from '#web/ui/problem-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { countedWords, fieldLabel } from '#web/records/entity-texts.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { CommissionInvestor } from './commission-contact.tsx'

interface Due {
  readonly until: string
  readonly count: number
  /** By currency. */
  readonly totals: Readonly<Record<string, string>>
  readonly commissions: readonly {
    readonly agreementId: string
    readonly investmentId: string
    readonly calculatedOn: string
    readonly amount: string
    readonly currency: string
  }[]
}

const shown = 50

export function RunCommissions() {
  const { t } = useTranslation('commissions')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalculator size={18} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('run')}
      </Button>
      <Dialog opened={isOpen} title={t('run')} onClose={close} size="lg">
        <Run onDone={close} />
      </Dialog>
    </>
  )
}

/** What is known of a day. */
type Asked = { readonly day: string } & ({ readonly due: Due } | { readonly problem: OnlineProblem })

function Run({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['commissions', 'common'])
  const { online } = useStore()
  const today = useToday()
  const [until, setUntil] = useState(today)
  const [last, setLast] = useState<Asked>()
  const { isBusy, ask } = useAsking()

  useEffect(() => {
    if (!isCalendarDate(until)) return
    let isLatest = true
    online.ask('POST', `/api/commissions/run?until=${until}&preview=true`).then(
      (due) => isLatest && setLast({ day: until, due: due as Due }),
      (problem: unknown) => isLatest && setLast({ day: until, problem: problem as OnlineProblem }),
    )
    return () => {
      isLatest = false
    }
  }, [online, until])

  const asked = last?.day === until ? last : undefined
  const due = asked && 'due' in asked ? asked.due : undefined
  const run = () =>
    void ask(async () => {
      const { count } = (await online.ask('POST', `/api/commissions/run?until=${until}`)) as Due
      toast.success(t('runDone', { commissions: countedWords('commissions', count) }))
      onDone()
    })

  return (
    <Stack gap="md">
      <Text c="dimmed">{t('runText')}</Text>
      <DateInput label={t('until')} value={until} onChange={setUntil} maw="16rem" />
      {!asked && isCalendarDate(until) && <Loader size="sm" aria-label={t('common:loading')} />}
      {asked && 'problem' in asked && (
        <Banner
          icon={IconCloudOff}
          text={asked.problem.status === null ? t('runOnline') : (problemText(asked.problem) ?? t('runFailed'))}
        />
      )}
      {due && <Preview due={due} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button disabled={!due || due.count === 0} aria-busy={isBusy} onClick={run}>
          {t('runSubmit')}
        </Button>
      </Group>
    </Stack>
  )
}

function Preview({ due }: { readonly due: Due }) {
  const { t } = useTranslation('commissions')
  if (due.count === 0)
    return (
      <Text>
        <Sentence say={(day) => t('runNothing', { day })} parts={[<CalendarDay key="day" date={due.until} />]} />
      </Text>
    )
  const totals = Object.entries(due.totals)
  return (
    <Stack gap="sm">
      <Text fw={600}>
        {t('runPreview', { commissions: countedWords('commissions', due.count) })}{' '}
        {totals.map(([currency, amount], index) => (
          <span key={currency}>
            {index > 0 && ' · '}
            <Money as="exact" amount={amount} currency={currency} />
          </span>
        ))}
      </Text>
      <PlainTable
        label={t('many')}
        stacked
        columns={[
          { header: fieldLabel('commissions', 'investmentId') },
          { header: fieldLabel('investments', 'investorId') },
          { header: fieldLabel('commissions', 'calculatedOn') },
          { header: fieldLabel('commissions', 'amount'), align: 'figure' },
        ]}
        rows={due.commissions.slice(0, shown).map((each) => ({
          id: `${each.agreementId} ${each.investmentId} ${each.calculatedOn}`,
          cells: [
            <RecordName key="investment" entity="investments" id={each.investmentId} />,
            <CommissionInvestor key="investor" commission={each} />,
            <CalendarDay key="day" date={each.calculatedOn} />,
            <Money key="amount" as="exact" amount={each.amount} currency={each.currency} />,
          ],
        }))}
      />
      {due.count > shown && (
        <Text c="dimmed" size="sm">
          {t('runMore', { commissions: countedWords('commissions', due.count - shown) })}
        </Text>
      )}
    </Stack>
  )
}
