import { Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconUsersMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writePart } from '#web/records/names/part-in-address.ts'
import type { SearchProps } from '#web/records/list/record-plan.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { reasonText } from './duplicate-reason.ts'
import { Decided, NotDuplicate } from './not-duplicate.tsx'
import { useDecisions, useDuplicates } from './use-duplicates.ts'

const shownAtFirst = 20

export function DuplicatesNotice({ setSearch }: SearchProps) {
  const { t } = useTranslation(['investors', 'notDuplicates'])
  const mayMerge = useMay('investors', 'update')
  const pairs = useDuplicates()
  const decisions = useDecisions()
  const [isOpen, setOpen] = useState(false)
  const [all, setAll] = useState(false)
  // Stays after the last pair is decided, so that the decision can be undone.
  if (!mayMerge || (pairs.length === 0 && !isOpen)) return null
  const compare = (record: string, other: string) => {
    setOpen(false)
    setSearch({ dialog: 'merge', record, part: writePart('investors', { dialog: 'merge', record, other }) })
  }
  return (
    <>
      <Button
        variant="light"
        data-tool
        data-hint={t('duplicates', { count: pairs.length, n: count(pairs.length) })}
        leftSection={<IconUsersMinus size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('duplicates', { count: pairs.length, n: count(pairs.length) })}
      </Button>
      <Dialog opened={isOpen} title={t('duplicatesTitle')} onClose={() => setOpen(false)}>
        <Stack gap="md">
          <Text c="dimmed">{t('duplicatesHint')}</Text>
          <List listStyleType="none" spacing="sm">
            {(all ? pairs : pairs.slice(0, shownAtFirst)).map(({ ids: [one, other], reasons }) => (
              <List.Item
                key={`${one} ${other}`}
                styles={{ itemWrapper: { display: 'block' }, itemLabel: { display: 'block' } }}
              >
                <Group justify="space-between">
                  <div>
                    <Sentence
                      format={(first, second) => t('duplicatesPair', { one: first!, other: second! })}
                      parts={[
                        <RecordName key="one" entity="investors" id={one} />,
                        <RecordName key="other" entity="investors" id={other} />,
                      ]}
                    />
                    <Text size="sm" c="dimmed">
                      {reasonText(reasons)}
                    </Text>
                  </div>
                  <Group gap="xs" justify="flex-end">
                    <Button variant="light" onClick={() => compare(one, other)}>
                      {t('compare')}
                    </Button>
                    <NotDuplicate one={one} other={other} />
                  </Group>
                </Group>
              </List.Item>
            ))}
          </List>
          {!all && pairs.length > shownAtFirst && (
            <Button variant="default" onClick={() => setAll(true)}>
              {t('showAll')}
            </Button>
          )}
          {decisions.length > 0 && (
            <Stack gap="xs" component="section" aria-label={t('notDuplicates:decided')}>
              <Title order={3}>{t('notDuplicates:decided')}</Title>
              {decisions.map((decision) => (
                <Decided key={decision.id} decision={decision} />
              ))}
            </Stack>
          )}
        </Stack>
      </Dialog>
    </>
  )
}
