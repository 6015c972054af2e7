import { List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import type { Row } from '#schema/registry.ts'
import { commit } from '#web/ui/commit.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Name } from '#web/ui/name.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'

interface DeleteInvestorProps {
  readonly opened: boolean
  readonly investor: Row<'investors'>
  readonly onDone: () => void
}

export function DeleteInvestor({ opened, investor, onDone }: DeleteInvestorProps) {
  const { t } = useTranslation(['investors', 'common'])
  const store = useStore()
  const counted = useCounted(investor.id, opened)
  const remove = () =>
    commit(
      () =>
        store.remove('investors', counted.seen ?? investor, {
          investments: counted.investments,
          documents: counted.documents,
        }),
      () => {
        toast.saved(store, t('deleted'))
        onDone()
      },
      t('deleteFailed'),
    )
  const { investments, documents } = counted
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      confirm={t('common:delete')}
      onConfirm={remove}
      onClose={onDone}
    >
      <Stack gap="sm">
        <Text>
          <Sentence
            say={(name) => t('deleteWarning', { name })}
            parts={[<Name key="name">{fullName(investor)}</Name>]}
          />
        </Text>
        {investments.length + documents.length === 0 ? (
          <Text c="dimmed">{t('deleteNothing')}</Text>
        ) : (
          <>
            <Text fw={600}>{t('deleteCounted')}</Text>
            <List>
              {investments.length > 0 && <List.Item>{t('deleteInvestments', { count: investments.length })}</List.Item>}
              {documents.length > 0 && <List.Item>{t('deleteDocuments', { count: documents.length })}</List.Item>}
            </List>
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

interface Counted {
  readonly seen: Row<'investors'> | undefined
  readonly investments: readonly string[]
  readonly documents: readonly string[]
}

/** What the person is told goes with the investor, as it was when the dialog opened: the server deletes no more than that. */
function useCounted(id: string, opened: boolean): Counted {
  const store = useStore()
  const count = (): Counted => ({
    seen: store.table('investors').get(id),
    investments: store
      .table('investments')
      .where('investorId', id)
      .map((each) => each.id),
    documents: store
      .table('documents')
      .where('investorId', id)
      .map((each) => each.id),
  })
  const [counted, setCounted] = useState({ opened, id, count: count() })
  if (counted.opened === opened && counted.id === id) return counted.count
  const fresh = { opened, id, count: count() }
  setCounted(fresh)
  return fresh.count
}
