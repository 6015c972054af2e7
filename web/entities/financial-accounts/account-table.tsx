import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { AccountName } from '#schema/kernel/sealed.ts'
import type { Row } from '#schema/registry.ts'
import { fieldLabel, pluralName, screenText } from '#web/records/names/entity-texts.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { RowActionCell } from '#web/records/actions/row-action-cell.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import type { AccountAction } from './account-actions.ts'
import { AccountForm } from './account-form.tsx'
import type { AccountKind } from './account-kinds.ts'
import { SealedEnds } from './sealed-ends.tsx'
import { Reveal } from './reveal.tsx'

interface AccountTableProps {
  readonly kind: AccountKind
  readonly rows: readonly Row<AccountName>[]
  readonly actions: readonly AccountAction[]
  readonly isOwn: boolean
}

interface OpenAction {
  readonly as: string
  readonly id?: string
}

export function AccountTable({ kind, rows, actions, isOwn }: AccountTableProps) {
  const { t } = useTranslation(['accounts', 'common'])
  const { entity, open, sealed } = kind
  const [openAction, setOpened] = useState<OpenAction>()
  const close = () => setOpened(undefined)
  const row = rows.find(({ id }) => id === openAction?.id)
  const navigation = { open: (id: string, as: string) => setOpened({ id, as }) }
  const [first, second] = open.specsFor('create').map(({ field }) => field) as [string, string]
  return (
    <Section title={pluralName(entity)}>
      {rows.length === 0 ? (
        <Text c="dimmed">{screenText(entity, 'empty')}</Text>
      ) : (
        <PlainTable
          label={pluralName(entity)}
          stacked
          columns={[
            { header: fieldLabel(entity, first) },
            { header: t('sealed') },
            { header: fieldLabel(entity, 'isActive') },
            { header: t('common:actions'), align: 'end' as const },
          ]}
          rows={rows.map((each) => ({
            id: each.id,
            cells: [
              <Stack key="name" gap={0}>
                <span>
                  <RecordValue entity={entity} row={each} field={first} />
                </span>
                {(each as AnyRow)[second] !== null && (
                  <Text span size="sm" c="dimmed" fw={400}>
                    <RecordValue entity={entity} row={each} field={second} />
                  </Text>
                )}
                {!isOwn && (
                  <Text span fw={400}>
                    <RecordValue entity={entity} row={each} field="userId" />
                  </Text>
                )}
              </Stack>,
              <SealedEnds key="sealed" entity={entity} fields={sealed} row={each} />,
              <RecordValue key="standing" entity={entity} row={each} field="isActive" />,
              <RowActionCell key="actions" entity={entity} row={each} actions={actions} navigation={navigation} />,
            ],
          }))}
        />
      )}
      {isOwn && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setOpened({ as: 'create' })}
          >
            {screenText(entity, 'create')}
          </Button>
        </Group>
      )}
      <Dialog opened={openAction?.as === 'create'} title={screenText(entity, 'createTitle')} onClose={close} form>
        <AccountForm kind={kind} row={undefined} onDone={close} />
      </Dialog>
      <Dialog opened={openAction?.as === 'edit' && !!row} title={screenText(entity, 'editTitle')} onClose={close} form>
        {row && <AccountForm kind={kind} row={row} onDone={close} />}
      </Dialog>
      <Dialog
        opened={openAction?.as === 'reveal' && !!row}
        title={screenText(entity, 'revealTitle')}
        onClose={close}
        size="md"
        form
      >
        {row && <Reveal entity={entity} row={row} onDone={close} />}
      </Dialog>
    </Section>
  )
}
