// Applies to the whole firm, works offline and can be undone.
import { Button, Group, Text } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Store } from '#web/store/base/contract.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { Decision } from './use-duplicates.ts'

interface NotDuplicateProps {
  readonly one: string
  readonly other: string
}

export function NotDuplicate({ one, other }: NotDuplicateProps) {
  const { t } = useTranslation('notDuplicates')
  const store = useStore()
  if (!useMay('notDuplicates', 'create')) return null
  return (
    <Button variant="default" onClick={() => void decide(store, one, other)}>
      {t('mark')}
    </Button>
  )
}

interface DecidedProps {
  readonly decision: Decision
  readonly of?: string
}

export function Decided({ decision, of }: DecidedProps) {
  const { t } = useTranslation(['notDuplicates', 'investors'])
  const store = useStore()
  const mayTakeBack = useMay('notDuplicates', 'delete')
  const { firstId, secondId } = decision
  const name = (id: string) => <RecordName key={id} entity="investors" id={id} />
  return (
    <Group justify="space-between" wrap="nowrap" role="note">
      <Text size="sm" c="dimmed">
        {of === undefined ? (
          <Sentence
            format={(one, other) => t('investors:duplicatesPair', { one: one!, other: other! })}
            parts={[name(firstId), name(secondId)]}
          />
        ) : (
          <Sentence
            format={(other) => t('note', { name: other! })}
            parts={[name(of === firstId ? secondId : firstId)]}
          />
        )}
      </Text>
      {mayTakeBack && (
        <Button variant="subtle" onClick={() => void takeBack(store, decision)}>
          {t('takeBack')}
        </Button>
      )}
    </Group>
  )
}

async function decide(store: Store, one: string, other: string) {
  const [firstId, secondId] = [one, other].toSorted() as [string, string]
  await reportResult(
    () => store.create('notDuplicates', { firstId, secondId }),
    (outcome) => reportSaved(store, outcome, i18next.t('notDuplicates:created')),
    i18next.t('notDuplicates:createFailed'),
  )
}

/** Two people may have made the same decision offline. */
async function takeBack(store: Store, { firstId, secondId }: Decision) {
  const same = [...store.table('notDuplicates').all()].filter(
    (each) => [firstId, secondId].includes(each.firstId) && [firstId, secondId].includes(each.secondId),
  )
  await reportResult(
    () => store.commit(same.map((seen) => ({ op: 'delete', entity: 'notDuplicates', seen }) as const)),
    (outcome) => reportSaved(store, outcome, i18next.t('notDuplicates:takenBack')),
    i18next.t('notDuplicates:deleteFailed'),
  )
}
