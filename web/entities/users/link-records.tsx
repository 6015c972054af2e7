import { Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { useFirstFocus } from '#web/ui/overlay/dialogs/use-first-focus.ts'
import { useStore } from '#web/ui/store-context.ts'
import classes from './link-records.module.css'

export function LinkRecords({ row: user, onDone }: ActionDialogProps<'users'>) {
  const { t } = useTranslation(['users', 'common'])
  const { online } = useStore()
  const { isBusy, run } = useAction()
  const content = useRef<HTMLDivElement>(null)
  useFirstFocus(content, 'input')
  const [chosen, setChosen] = useState<string | null>(null)
  const links = useTable('investorUsers').where('userId', user.id)
  const investors = useTable('investors')
  const act = (investorId: string, verb: 'link' | 'unlink', message: string) =>
    run(async () => {
      await online.act('investors', investorId, verb, { userId: user.id })
      setChosen(null)
      toast.success(message)
    })
  return (
    <Stack gap="lg" ref={content}>
      <Text c="dimmed">
        <Sentence
          format={(name) => t('linkHint', { name })}
          parts={[<RecordName key="name" entity="users" id={user.id} />]}
        />
      </Text>
      {links.length === 0 ? (
        <Text>{t('linkNone')}</Text>
      ) : (
        <ul className={classes['list']}>
          {links.map(({ id, investorId }) => {
            const investor = investors.get(investorId)
            return (
              <li key={id} className={classes['item']}>
                <RecordName entity="investors" id={investorId} />
                <CloseButton
                  size="xl"
                  aria-label={t('linkRemove', { name: investor ? recordTitle('investors', investor) : '' })}
                  onClick={() => act(investorId, 'unlink', t('unlinked'))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Group align="flex-end" gap="sm">
        <ReferenceSelect
          flex="1 1 14rem"
          entity="investors"
          label={t('linkChoose')}
          value={chosen}
          onChange={setChosen}
          clearable
        />
        <Button
          disabled={chosen === null}
          aria-busy={isBusy}
          onClick={() => chosen !== null && act(chosen, 'link', t('linked'))}
        >
          {t('linkAdd')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}
