import { Button, Group, List, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import type { AnyRow, Link } from '#schema/kernel/entity.ts'
import { type EntityName, registry, restrictLinks } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { Listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { isAmount, totalsByCurrency } from '#web/ui/table/totals.ts'
import {
  countText,
  type DeletableEntity,
  type ListedEntity,
  pluralName,
  screenText,
} from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { ScreenLink, screenPath } from '#web/records/names/screen-path.tsx'

export interface BlockingRecords extends Link {
  readonly rows: readonly AnyRow[]
}

export const blockingRecords = (store: Store, entity: EntityName, id: string): readonly BlockingRecords[] =>
  restrictLinks(registry[entity])
    .map((link) => ({ ...link, rows: store.table(link.entity as EntityName).where(link.field as 'id', id) }))
    .filter(({ rows }) => rows.length > 0)

interface BlockedDeleteProps {
  readonly entity: DeletableEntity
  readonly row: AnyRow
  readonly blocking: readonly BlockingRecords[]
  readonly onClose: () => void
}

export const BlockedDelete = ({ entity, row, blocking, onClose }: BlockedDeleteProps) => (
  <Dialog opened title={screenText(entity, 'deleteFailed')} onClose={onClose} size="md" small>
    <Stack gap="lg">
      <Text>
        <Sentence
          format={(name) => screenText(entity, 'deleteHindered', { name: name! })}
          parts={[<RecordName key="name" entity={entity} id={row.id} />]}
        />
      </Text>
      <List>
        {blocking.map(({ entity: other, rows }) => (
          <List.Item key={other}>
            {countText(other, rows.length)} <Amounts rows={rows} />
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {i18next.t('common:close')}
        </Button>
        {blocking.map(({ entity: other, field }) => (
          <Button
            key={other}
            component={ScreenLink}
            to={screenPath(other as ListedEntity)}
            search={{ [field as `${string}Id`]: row.id }}
          >
            {i18next.t('common:showMany', { many: pluralName(other) })}
          </Button>
        ))}
      </Group>
    </Stack>
  </Dialog>
)

function Amounts({ rows }: { readonly rows: readonly AnyRow[] }) {
  const amounts = rows.filter(isAmount)
  const totals = totalsByCurrency(amounts)
  if (totals.size === 0) return null
  return (
    <>
      (
      <Listed
        parts={[...totals].map(([currency, amount]) => (
          <Money key={currency} as="whole" amount={amount} currency={currency} />
        ))}
      />
      )
    </>
  )
}
